import { equalBytes } from '../../codec/bytes/bytes.ts'
import { parsePeerId, publicKeyInPeerId } from '../../codec/cid/peer-id.ts'
import { DomainError } from '../../errors.ts'
import type { Keys } from '../../keys/keys.ts'
import type { Names } from '../../names/names.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { nameOfRoutingKey, newestRecord } from './name-records.ts'

/** Where the values of keys are. */
export interface RoutingValues {
  readonly names: Pick<Names, 'search'>
  readonly keys: Pick<Keys, 'self'>
}

/**
 * The value of a key of the routing system: of `/ipns/…` the newest record of this node and of others, of `/pk/…` the
 * `PublicKey` message of this node when its id only hashes its key. Ids that contain their key have no such record.
 * Spec gap: no peers are asked for public keys, since records of names contain those that ids only hash.
 *
 * Throws `invalid-argument` for any other key, `not-found` with the reference's text.
 */
export async function routingValue(
  key: string,
  { names, keys }: RoutingValues,
  options: AbortOptions,
): Promise<Uint8Array> {
  const [, peer] = /^\/pk\/([^/]+)$/.exec(key) ?? []
  if (peer === undefined) {
    return (await newestRecord(names, nameOfRoutingKey(key), { ...options, isFresh: true })).bytes
  }
  const peerId = parsePeerId(peer)
  const self = publicKeyInPeerId(peerId) ? undefined : await keys.self(options)
  if (self && equalBytes(self.peerId.bytes, peerId.bytes)) return self.publicKey
  throw new DomainError('not-found', 'routing: not found')
}
