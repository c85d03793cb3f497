import { collectBytes } from '../../codec/bytes/collect-bytes.ts'
import { parseCid } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import { boundedRequest } from '../../net/trustless-gateway/bounded-request.ts'
import type { StorageNode } from '../../node/create.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { openFile } from '../../unixfs/read/read.ts'

/** The parts of a request that fetching a picture needs. */
export interface ImageRequest extends AbortOptions {
  /** The origin of this node, whose own content is read without a fetch. */
  readonly baseUrl: string
}

export interface FetchImageOptions {
  readonly node: Pick<StorageNode, 'blocks' | 'outbound' | 'clock'>
  readonly request: ImageRequest
}

/** The bytes of a possible picture, and the URL they came from. */
export interface ImageBytes {
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
export async function fetchImage(
  source: string,
  options: FetchImageOptions,
): Promise<ImageBytes | undefined> {
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
