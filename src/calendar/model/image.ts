import type { FieldTable, RecordOf } from './field.ts'

/** The fields of a picture, whose bytes are content of this node. No request sends them. */
export const IMAGE_FIELDS = {
  uid: { stored: 'text' },
  author: { stored: 'integer' },
  /** Root CID of the file, as text. */
  cid: { stored: 'text' },
  /** The URL it came from: the same URL is not fetched twice. */
  source: { stored: 'text' },
  name: { stored: 'text' },
  type: { stored: 'text' },
  bytes: { stored: 'integer' },
  width: { stored: 'integer' },
  height: { stored: 'integer' },
  date: { stored: 'text' },
} as const satisfies FieldTable

export type ImageRecord = RecordOf<typeof IMAGE_FIELDS>
