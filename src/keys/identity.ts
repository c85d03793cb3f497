import { type PeerId, peerIdOfPublicKey } from '../codec/cid/peer-id.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Random } from '../ports/random.ts'
import { keyOf } from '../state/keys.ts'
import { generateKey, readPrivateKey } from './private-key.ts'

/** Who this node is. The private key stays in the Datastore. */
export interface Identity {
  readonly peerId: PeerId
  /** libp2p's `PublicKey` message. */
  readonly publicKey: Uint8Array
}

export interface IdentityOptions extends AbortOptions {
  readonly datastore: Pick<Datastore, 'get' | 'batch'>
  readonly random: Random
}

/** Where the key named `self` is kept, as libp2p's `PrivateKey` message. */
const SELF = keyOf('keys/self')

/**
 * Reads the identity of this storage, or makes one when it has none. Of two processes that start together
 * one makes the key and both have it.
 */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { datastore, signal } = options
  const held = (await datastore.get(SELF, { signal })) ?? (await makeKey(options))
  const { publicKey } = await readPrivateKey(held)
  return { peerId: peerIdOfPublicKey(publicKey), publicKey }
}

async function makeKey({ datastore, random, signal }: IdentityOptions): Promise<Uint8Array> {
  const { message: value } = await generateKey('ed25519', { random, signal })
  try {
    await datastore.batch([{ type: 'put', key: SELF, value }], [{ key: SELF, value: undefined }], { signal })
    return value
  } catch (error) {
    const theirs = isDomainError(error, 'failed-precondition')
      ? await datastore.get(SELF, { signal })
      : undefined
    if (theirs === undefined) throw error
    return theirs
  }
}
