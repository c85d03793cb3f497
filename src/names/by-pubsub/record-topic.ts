import { fromBase64Url, toBase64Url } from '../../codec/bytes/base64url.ts'
import type { PeerId } from '../../codec/cid/peer-id.ts'
import { nameOfKey, recordKey } from '../record/record-key.ts'

/** Topics of records begin so. Spec: IPNS over PubSub, "Translating an IPNS name to/from a PubSub topic". */
export const TOPIC_PREFIX = '/record/'

/** The topic in which a name's records are sent. */
export function recordTopic(name: PeerId): string {
  return TOPIC_PREFIX + toBase64Url(recordKey(name))
}

/** The name of a topic. `undefined` for other topics. */
export function nameOfTopic(topic: string): PeerId | undefined {
  const key = topic.startsWith(TOPIC_PREFIX) ? fromBase64Url(topic.slice(TOPIC_PREFIX.length)) : undefined
  return key && nameOfKey(key)
}
