import { sha256 } from '../../../codec/cid/sha256.ts'

/**
 * Bits in which a place agrees with the one that is asked for. Each more doubles the time, which is 10 ms for these. In
 * a network with 20 peers to a bucket, the fullest one farther in belongs to 80,000 peers.
 */
const AGREEING_BITS = 12
const PLACE_BITS = 16

/**
 * By the first 16 bits of a place in the DHT: the first four bytes of a made-up peer id, other than zeros, that is near
 * it. Buckets of the routing table are refreshed by searches for such ids. Takes the place of the list of
 * `@libp2p/kad-dht` in bundles: that is 50 kB compressed, and the one that the package gives to browsers has 14 bits,
 * though it is asked for 16, and so leads to other buckets.
 */
export const keyPrefixes: Readonly<Record<number, number>> = new Proxy(
  {},
  { get: (_, place) => findKeyPrefix(Number(place)) },
)

function findKeyPrefix(place: number): number {
  const id = Uint8Array.of(0x12, 32, ...new Uint8Array(32))
  const view = new DataView(id.buffer)
  // Places beside each other have other ids.
  for (let prefix = place << PLACE_BITS; ; prefix += 1) {
    view.setUint32(2, prefix)
    const [first = 0, second = 0] = sha256(id)
    if ((((first << 8) | second) ^ place) >> (PLACE_BITS - AGREEING_BITS) === 0) return prefix >>> 0
  }
}
