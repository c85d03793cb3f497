import type { NodeWith } from '../../node/create.ts'
import type { FetchedImage, FetchedImages } from '../model/records.ts'
import { fetchImage, type ImageRequest } from './fetch-image.ts'
import { storeImage } from './store-image.ts'

export interface FetchImagesOptions {
  readonly node: NodeWith<'calendar'>
  readonly request: ImageRequest
}

/** Pictures that one request may name by their addresses. */
const MOST_IMAGES = 20

/**
 * Fetches and stores the pictures of those addresses. The caller holds the content lock until they are linked.
 */
export async function fetchImages(
  addresses: readonly string[],
  options: FetchImagesOptions,
): Promise<FetchedImages> {
  const found = new Map<string, FetchedImage | 'unusable'>()
  for (const address of addresses.slice(0, MOST_IMAGES)) {
    const image = await fetchImage(address, options)
    found.set(address, image ? await storeImage(image, options) : 'unusable')
  }
  return found
}
