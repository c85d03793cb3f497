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

/** What is known of a picture after it was fetched and stored. */
export type FetchedImage = Pick<
  ImageRecord,
  'cid' | 'source' | 'name' | 'type' | 'bytes' | 'width' | 'height'
>

/** By address: the picture, or that there is none to be had. An address without an entry was not asked yet. */
export type FetchedImages = ReadonlyMap<string, FetchedImage | 'unusable'>
