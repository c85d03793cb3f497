import { joinBytes } from '../../codec/bytes/bytes.ts'
import { decodePeerId, type PeerId } from '../../codec/cid/peer-id.ts'
import { attempt } from '../../errors.ts'

const KEY_PREFIX = new TextEncoder().encode('/ipns/')

/** The key of a name's record: the namespace, then the bytes of the peer id, which are no text. */
export function recordKey(name: PeerId): Uint8Array {
  return joinBytes([KEY_PREFIX, name.bytes])
}

/** The name of a key. `undefined` for other keys. */
export function nameOfKey(key: Uint8Array): PeerId | undefined {
  const isName = KEY_PREFIX.every((byte, at) => key[at] === byte)
  return isName ? attempt(() => decodePeerId(key.slice(KEY_PREFIX.byteLength))) : undefined
}
