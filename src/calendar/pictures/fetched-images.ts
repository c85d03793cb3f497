import type { ImageRecord } from '../model/image.ts'

/** What is known of a picture after it was fetched and stored. */
export type FetchedImage = Pick<
  ImageRecord,
  'cid' | 'source' | 'name' | 'type' | 'bytes' | 'width' | 'height'
>

/** By address: the picture, or that there is none to be had. An address without an entry was not asked yet. */
export type FetchedImages = ReadonlyMap<string, FetchedImage | 'unusable'>
