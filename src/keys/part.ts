import { definePart } from '../parts/define-part.ts'
import { type CreateKeysOptions, createKeys } from './create-keys.ts'
import { type Identity, type IdentityOptions, openIdentity } from './identity.ts'
import type { Keys } from './keys.ts'
import { createSecrets, type Secrets, type SecretsOptions } from './secrets.ts'

/** Encrypts passwords and keys that other parts store. */
export const secretsPart = definePart({
  name: 'secrets',
  needs: { hostKey: 'optional', random: 'required' },
  create: (needs: SecretsOptions): Secrets => createSecrets(needs),
})

/** The node's identity. */
export const identityPart = definePart({
  name: 'identity',
  needs: { datastore: 'required', random: 'required', secrets: 'required', logger: 'required' },
  create: (needs: Omit<IdentityOptions, 'signal'>): Promise<Identity> => openIdentity(needs),
})

export interface KeysNeeds extends CreateKeysOptions {
  /** Needed first: it creates the row of the key `self`. */
  readonly identity: Identity
}

/** The keys of this node. */
export const keysPart = definePart({
  name: 'keys',
  needs: {
    datastore: 'required',
    random: 'required',
    secrets: 'required',
    logger: 'required',
    identity: 'required',
  },
  create: (needs: KeysNeeds): Keys => createKeys(needs),
})
