import { type PeerId, peerIdOfPublicKey } from '../codec/cid/peer-id.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { Logger } from '../ports/logger.ts'
import type { Random } from '../ports/random.ts'
import { FIRST_IDENTITY_ROW, isClear, publicKeyOf, SELF_ROW, sealKey } from './key-rows.ts'
import { generateKey, readPrivateKey } from './private-key.ts'
import type { Secrets } from './secrets.ts'

/** The identity of this node. The private key stays in the Datastore. */
export interface Identity {
  readonly peerId: PeerId
  /** libp2p's `PublicKey` message. */
  readonly publicKey: Uint8Array
  /** Public key of the first identity of this storage. Names derived from it stay the same after a rotation. */
  readonly firstPublicKey: Uint8Array
}

export interface IdentityOptions extends AbortOptions {
  readonly datastore: Pick<Datastore, 'get' | 'batch'>
  readonly random: Random
  readonly secrets: Secrets
  readonly logger: Logger
}

/**
 * Opens the identity of this storage, or creates it. When two processes start at the same time, one creates the key
 * and both use it. The private key is encrypted with the host's key, also one that an earlier build, or a host
 * without a key, stored in plain. A host that has lost its key still has its identity. Throws `corrupt` for a damaged
 * row.
 */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { datastore, signal } = options
  const held = await datastore.get(SELF_ROW, { signal })
  // Not awaited: an object started by its alarm would wait for this write, and the write for the alarm.
  if (held && isClear(held)) void sealHeld(held, options)
  const publicKey = await publicKeyOf(held ?? (await makeKey(options))).catch((cause: unknown) => {
    throw new DomainError('corrupt', 'Cannot read identity of this node: its row is damaged', { cause })
  })
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

/**
 * Encrypts a key that is stored in plain. The node also works without it: a failure is logged, and the next start
 * tries again.
 */
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
    // Another process may have encrypted it already.
    if (!isDomainError(error, 'failed-precondition'))
      logger.log('warn', 'keys', 'Cannot encrypt identity', { error })
  }
}
