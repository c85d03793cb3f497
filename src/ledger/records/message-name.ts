import { type MessageName, SCHEMA } from '../../../proto/gen/ledger-schema.ts'
import { malformed } from './malformed.ts'

/** Validates the name of a message type, without its package. Throws `invalid-argument` (3000). */
export function messageName(text: string): MessageName {
  if (isMessageName(text)) return text
  throw malformed(text.slice(0, 80), 'no such message type')
}

function isMessageName(text: string): text is MessageName {
  return Object.hasOwn(SCHEMA, text)
}
