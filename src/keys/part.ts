import { definePart } from '../node/part.ts'
import { type Identity, type IdentityOptions, openIdentity } from './identity.ts'

/** Who this node is. */
export const identityPart = definePart({
  name: 'identity',
  needs: { datastore: 'required', random: 'required' },
  create: ({ datastore, random }: Pick<IdentityOptions, 'datastore' | 'random'>): Promise<Identity> =>
    openIdentity({ datastore, random }),
})
