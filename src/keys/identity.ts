import { type PeerId, peerIdOfPublicKey } from '../codec/cid/peer-id.ts'
import { isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Logger } from '../ports/logger.ts'
import type { Random } from '../ports/random.ts'
import { FIRST_IDENTITY_ROW, isClear, publicKeyOf, SELF_ROW, sealKey } from './key-rows.ts'
import { generateKey, readPrivateKey } from './private-key.ts'
import type { Secrets } from './secrets.ts'

/** Who this node is. The private key stays in the Datastore. */
export interface Identity {
  readonly peerId: PeerId
  /** libp2p's `PublicKey` message. */
  readonly publicKey: Uint8Array
  /** That of the first identity of this storage: what was named by it keeps its name when the identity is rotated. */
  readonly firstPublicKey: Uint8Array
}

export interface IdentityOptions extends AbortOptions {
  readonly datastore: Pick<Datastore, 'get' | 'batch'>
  readonly random: Random
  readonly secrets: Secrets
  readonly logger: Logger
}

/**
 * Reads the identity of this storage, or makes one when it has none. Of two processes that start together
 * one makes the key and both have it. The private key is sealed with the key of the host, also one that an earlier
 * build or a host without a key has left in the clear. A host that has lost its key has its identity all the same.
 */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { datastore, signal } = options
  const held = await datastore.get(SELF_ROW, { signal })
  // Not awaited: an object that its alarm has started would wait for the write, and the write for the alarm.
  if (held && isClear(held)) void sealHeld(held, options)
  const publicKey = await publicKeyOf(held ?? (await makeKey(options)))
  const firstPublicKey = (await datastore.get(FIRST_IDENTITY_ROW, { signal })) ?? publicKey
  return { peerId: peerIdOfPublicKey(publicKey), publicKey, firstPublicKey }
}

async function makeKey(options: IdentityOptions): Promise<Uint8Array> {
  const { datastore, random, secrets, signal } = options
  const key = await generateKey('ed25519', { random, signal })
  const value = (await secrets.isReady({ signal })) ? await sealKey(key, { secrets, signal }) : key.message
  try {
    const put = { type: 'put', key: SELF_ROW, value } as const
    await datastore.batch([put], [{ key: SELF_ROW, value: undefined }], { signal })
    return value
  } catch (error) {
    const theirs = isDomainError(error, 'failed-precondition')
      ? await datastore.get(SELF_ROW, { signal })
      : undefined
    if (theirs === undefined) throw error
    return theirs
  }
}

/** The node works with the row as it is, too: what keeps it from being written is tried again at the next start. */
async function sealHeld(
  held: Uint8Array,
  { datastore, secrets, logger, signal }: IdentityOptions,
): Promise<void> {
  try {
    const key = await readPrivateKey(held)
    if (!(await secrets.isReady({ signal }))) return
    const value = await sealKey(key, { secrets, signal })
    const put = { type: 'put', key: SELF_ROW, value } as const
    await datastore.batch([put], [{ key: SELF_ROW, value: held }], { signal })
  } catch (error) {
    // Another process may have been faster.
    if (!isDomainError(error, 'failed-precondition'))
      logger.log('warn', 'keys', 'Cannot encrypt identity', { error })
  }
}
