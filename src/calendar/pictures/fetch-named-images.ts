import type { NodeWith } from '../../node/create.ts'
import type { FetchedImage, FetchedImages } from '../model/records.ts'
import type { SentParameters } from '../rest/read/read-parameters.ts'
import { isImageAddress } from '../rest/resources/checks.ts'
import type { Scope } from '../rest/scope.ts'
import { fetchImage } from './fetch-image.ts'
import { storeImage } from './store-image.ts'

export interface FetchNamedOptions {
  readonly node: NodeWith<'calendar'>
  readonly scope: Scope
  /** Throws when the request is wrong apart from its pictures: then nothing is fetched. */
  readonly isRight: () => void
}

/** Pictures that one request may name by their addresses. */
const MOST_IMAGES = 20

/**
 * Fetches and stores the pictures that a request names by their addresses and that are not here yet. The caller
 * holds the content lock until they are linked.
 */
export async function fetchNamedImages(
  sent: SentParameters,
  { node, scope, isRight }: FetchNamedOptions,
): Promise<FetchedImages> {
  const known = new Set([...scope.view.rows('images')].map(({ source }) => source))
  const wanted = [...new Set(namedImages(Object.fromEntries(sent)))].filter((address) => !known.has(address))
  const found = new Map<string, FetchedImage | 'unusable'>()
  if (wanted.length === 0) return found
  isRight()
  for (const address of wanted.slice(0, MOST_IMAGES)) {
    const image = await fetchImage(address, { node, scope })
    found.set(address, image ? await storeImage(image, { node, scope }) : 'unusable')
  }
  return found
}

/** The picture of an event, and those of a venue and organizers that it brings. */
function namedImages({ image, venue, organizer }: Readonly<Record<string, unknown>>): readonly string[] {
  const inline = [venue, organizer].flat().map((data) => {
    return typeof data === 'object' && data !== null ? Reflect.get(data, 'image') : undefined
  })
  return [image, ...inline].filter(isImageAddress)
}
