import { DomainError } from '../../errors.ts'
import { MAX_MESSAGE_BYTES, MAX_TOPIC_BYTES } from './limits.ts'

/** Throws `invalid-argument` for an empty topic, `too-large` for one of more than 1 KiB in UTF-8. */
export function checkTopic(topic: string): void {
  if (topic === '') throw new DomainError('invalid-argument', 'Cannot use topic "": it is empty')
  const sizeBytes = new TextEncoder().encode(topic).byteLength
  if (sizeBytes <= MAX_TOPIC_BYTES) return
  const quoted = JSON.stringify(topic.slice(0, 80))
  throw new DomainError('too-large', `Cannot use topic ${quoted}: over ${MAX_TOPIC_BYTES} bytes`)
}

/** Throws `too-large` for a message that peers would not accept. */
export function checkMessage(topic: string, data: Uint8Array): void {
  if (data.byteLength <= MAX_MESSAGE_BYTES) return
  throw tooLarge(topic)
}

/** The error of a message that peers would not accept. */
export function tooLarge(topic: string): DomainError {
  const quoted = JSON.stringify(topic.slice(0, 80))
  return new DomainError(
    'too-large',
    `Cannot publish in topic ${quoted}: message is over ${MAX_MESSAGE_BYTES} bytes`,
  )
}
