import { fromBase64Url, toBase64Url } from '../../codec/bytes/base64url.ts'
import { joinBytes } from '../../codec/bytes/bytes.ts'
import { decodePeerId, type PeerId } from '../../codec/cid/peer-id.ts'
import { attempt } from '../../errors.ts'

const KEY_PREFIX = new TextEncoder().encode('/ipns/')

/** Topics of records begin so. Spec: IPNS over PubSub, "Translating an IPNS name to/from a PubSub topic". */
export const TOPIC_PREFIX = '/record/'

/** The key of a name's record: the namespace, then the bytes of the peer id, which are no text. */
export function recordKey(name: PeerId): Uint8Array {
  return joinBytes([KEY_PREFIX, name.bytes])
}

/** The name of a key. `undefined` for other keys. */
export function nameOfKey(key: Uint8Array): PeerId | undefined {
  const isName = KEY_PREFIX.every((byte, at) => key[at] === byte)
  return isName ? attempt(() => decodePeerId(key.subarray(KEY_PREFIX.byteLength))) : undefined
}

/** The topic in which a name's records are sent. */
export function recordTopic(name: PeerId): string {
  return TOPIC_PREFIX + toBase64Url(recordKey(name))
}

/** The name of a topic. `undefined` for other topics. */
export function nameOfTopic(topic: string): PeerId | undefined {
  const key = topic.startsWith(TOPIC_PREFIX) ? fromBase64Url(topic.slice(TOPIC_PREFIX.length)) : undefined
  return key && nameOfKey(key)
}
