import { collectBytes } from '../../codec/bytes/collect-bytes.ts'
import { parseCid } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import { boundedRequest } from '../../net/trustless-gateway/bounded-request.ts'
import type { NodeWith, StorageNode } from '../../node/create.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { FileEntry } from '../../ports/file-source.ts'
import { addContent } from '../../unixfs/add/add.ts'
import type { AddEvent } from '../../unixfs/add/added-event.ts'
import { openFile } from '../../unixfs/read/read.ts'
import type { FetchedImage, FetchedImages } from '../model/records.ts'
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

/** The parts of a request that fetching a picture needs. */
interface ImageRequest extends AbortOptions {
  /** The origin of this node, whose own content is read without a fetch. */
  readonly baseUrl: string
}

interface FetchImageOptions {
  readonly node: Pick<StorageNode, 'blocks' | 'outbound' | 'clock'>
  readonly request: ImageRequest
}

/** The bytes of a possible picture, and the URL they came from. */
interface ImageBytes {
  readonly source: string
  readonly bytes: Uint8Array
}

const MAX_BYTES = 16 * 1024 * 1024
const MAX_MS = 15_000
const MOST_REDIRECTS = 3

/**
 * Fetches the bytes behind a URL; `undefined` when they cannot be had. A URL of this node's own gateway is read
 * from the blocks of the node. Any other URL, redirections included, must be on a host that the owner allows; the
 * download is bounded in size and time.
 */
async function fetchImage(source: string, options: FetchImageOptions): Promise<ImageBytes | undefined> {
  const url = URL.parse(source, options.request.baseUrl)
  if (!url) return undefined
  try {
    const bytes = (await ownContent(url, options)) ?? (await download(url, options))
    return bytes && { source, bytes }
  } catch (error) {
    options.request.signal?.throwIfAborted()
    if (isDomainError(error)) return undefined
    throw error
  }
}

/** `undefined` when the URL is not of this node's gateway. */
async function ownContent(url: URL, { node, request }: FetchImageOptions): Promise<Uint8Array | undefined> {
  const root = /^\/(?:ipfs|cas)\/([^/]+)\/?$/.exec(url.pathname)?.[1]
  if (root === undefined || url.origin !== new URL(request.baseUrl).origin) return undefined
  const file = await openFile(node.blocks, parseCid(root), { signal: request.signal })
  return file.sizeBytes > MAX_BYTES ? undefined : collectBytes(file.content, { maxBytes: MAX_BYTES })
}

async function download(url: URL, { node, request }: FetchImageOptions): Promise<Uint8Array | undefined> {
  const { outbound, clock } = node
  if (!outbound?.pictures) return undefined
  const { bytes } = await boundedRequest(url, {
    outbound: outbound.pictures,
    clock,
    maxBytes: MAX_BYTES,
    maxMs: MAX_MS,
    maxTries: 1,
    maxRedirects: MOST_REDIRECTS,
    accepts: (headers) => /^image\//i.test(headers.get('Content-Type') ?? ''),
    signal: request.signal,
  })
  return bytes.byteLength > 0 ? bytes : undefined
}
