import { fromBase64, toBase64 } from '../../codec/bytes/base64.ts'
import { fromBase64Url, toBase64Url } from '../../codec/bytes/base64url.ts'

/**
 * How a caller writes topics and payloads: clients of before 0.11 send topics as plain text and read standard base64,
 * all others have everything in the multibase `base64url`.
 */
export type TopicForm = 'plain' | 'multibase'

export interface AskedTopic {
  readonly topic: string
  readonly form: TopicForm
}

/**
 * Reads a topic in either form. Spec: `rpc-facts.md` 11.1. A plain topic that is a text in the multibase too, such as
 * `uYQ`, is taken for the latter.
 */
export function readTopic(asked: string): AskedTopic {
  const topic = asked.length > 1 && asked.startsWith('u') ? textOf(asked.slice(1)) : undefined
  return topic === undefined ? { topic: asked, form: 'plain' } : { topic, form: 'multibase' }
}

/** A topic in one of the forms. */
export function writeTopic(topic: string, form: TopicForm): string {
  return form === 'plain' ? topic : printTopicBytes(new TextEncoder().encode(topic), form)
}

/** Bytes of a message in one of the forms. */
export function printTopicBytes(bytes: Uint8Array, form: TopicForm): string {
  return form === 'plain' ? toBase64(bytes) : `u${toBase64Url(bytes)}`
}

/** The bytes of a payload in one of the forms. */
export function payloadBytes(payload: string, form: TopicForm): Uint8Array {
  const bytes = form === 'plain' ? fromBase64(payload) : fromBase64Url(payload.slice(1))
  return bytes ?? new Uint8Array()
}

/** The text of letters in base64url. `undefined` for other letters, and for bytes that are not UTF-8. */
function textOf(letters: string): string | undefined {
  // The decoder drops padding, which no client sends.
  const bytes = letters.endsWith('=') ? undefined : fromBase64Url(letters)
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
