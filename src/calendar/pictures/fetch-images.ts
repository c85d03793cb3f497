import type { NodeWith, StorageNode } from '../../node/create.ts'
import type { FileEntry } from '../../ports/file-source.ts'
import { addContent } from '../../unixfs/add/add.ts'
import type { AddEvent } from '../../unixfs/add/added-event.ts'
import type { FetchedImage, FetchedImages } from '../model/records.ts'
import { fetchImage, type ImageBytes, type ImageRequest } from './fetch-image.ts'
import { probe } from './probe.ts'

export interface FetchImagesOptions {
  readonly node: NodeWith<'calendar'>
  readonly request: ImageRequest
}

/** Maximum number of pictures that one request may name by URL. */
const MOST_IMAGES = 20

/** Fetches and stores the pictures of the addresses. The caller holds the content lock until they are linked. */
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

export interface StoreImageOptions {
  readonly node: Pick<StorageNode, 'blockstore' | 'activity' | 'writeBudget' | 'importing'>
  readonly request: Pick<ImageRequest, 'signal' | 'baseUrl'>
}

/** Stores a picture as content; `unusable` when the bytes are no picture. */
async function storeImage(
  { source, bytes }: ImageBytes,
  { node: { blockstore, activity, writeBudget, importing }, request: { signal, baseUrl } }: StoreImageOptions,
): Promise<FetchedImage | 'unusable'> {
  const picture = probe(bytes)
  if (!picture) return 'unusable'
  const name = `${stemOf(new URL(source, baseUrl))}.${picture.extension}`
  const events = addContent({ blockstore, activity, writeBudget }, oneFile(name, bytes), {
    ...importing,
    signal,
  })
  const cid = await rootOf(events)
  if (cid === undefined) return 'unusable'
  const { type, width, height } = picture
  return { cid, source, name, type, bytes: bytes.byteLength, width, height }
}

async function* oneFile(path: string, bytes: Uint8Array): AsyncGenerator<FileEntry> {
  yield { kind: 'file', path, content: once(bytes) }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function rootOf(events: AsyncGenerator<AddEvent, unknown>): Promise<string | undefined> {
  let cid: string | undefined
  for await (const event of events) if (event.type === 'added') cid = event.cid.toString()
  return cid
}

/** The file name in the URL, without characters that a file name should not have. */
function stemOf(url: URL): string {
  const name = url.searchParams.get('filename') ?? url.pathname.split('/').at(-1) ?? ''
  const stem = name.replace(/\.[^.]*$/, '').replace(/[^A-Za-z0-9_-]+/g, '-')
  return stem.slice(0, 100) || 'image'
}
