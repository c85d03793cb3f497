import { collectBytes } from '../../codec/bytes/collect-bytes.ts'
import { parseCid } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import { isOnHost } from '../../http/allowed-hosts.ts'
import type { StorageNode } from '../../node/create.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import { openFile } from '../../unixfs/read/read.ts'
import type { ImageFetching } from '../model/settings.ts'

/** What fetching a picture needs to know of the request that names it. */
export interface ImageRequest extends AbortOptions {
  /** The origin of this node, whose own content is read without a fetch. */
  readonly baseUrl: string
  /** Absent: nothing is fetched from other hosts. */
  readonly fetching: ImageFetching | undefined
}

export interface FetchImageOptions {
  readonly node: Pick<StorageNode, 'blocks' | 'ports'>
  readonly request: ImageRequest
}

/** The bytes of what may be a picture, and where they came from. */
export interface ImageBytes {
  readonly source: string
  readonly bytes: Uint8Array
}

const MAX_BYTES = 16 * 1024 * 1024
const MAX_MS = 15_000
const MOST_REDIRECTS = 3

/**
 * The bytes behind an address, or `undefined` when there are none to be had. An address of this node's own gateway
 * is read from what the node holds. Any other must be on a host that the owner allows, redirections included, and
 * has bounds of size and time.
 */
export async function fetchImage(
  source: string,
  options: FetchImageOptions,
): Promise<ImageBytes | undefined> {
  const { node, request } = options
  const late = new AbortController()
  const whole = new AbortController()
  const signal = AbortSignal.any([late.signal, ...(request.signal ? [request.signal] : [])])
  const timer = node.ports.clock.sleep(MAX_MS, { signal: whole.signal }).then(
    () => late.abort(),
    () => undefined,
  )
  try {
    const bytes =
      (await ownContent(source, { node, request, signal })) ?? (await download(source, { request, signal }))
    return bytes && { source, bytes }
  } catch (error) {
    request.signal?.throwIfAborted()
    if (isDomainError(error) || isNetworkFailure(error)) return undefined
    throw error
  } finally {
    whole.abort()
    await timer
  }
}

function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException
}

interface ReadOptions {
  readonly request: ImageRequest
  readonly signal: AbortSignal
}

/** `undefined` when the address is not of this node's gateway. */
async function ownContent(
  source: string,
  { node, request, signal }: ReadOptions & Pick<FetchImageOptions, 'node'>,
): Promise<Uint8Array | undefined> {
  const url = new URL(source, request.baseUrl)
  const root = /^\/(?:ipfs|cas)\/([^/]+)\/?$/.exec(url.pathname)?.[1]
  if (root === undefined || url.origin !== new URL(request.baseUrl).origin) return undefined
  const file = await openFile(node.blocks, parseCid(root), { signal })
  return file.sizeBytes > MAX_BYTES ? undefined : collectBytes(file.content, { maxBytes: MAX_BYTES })
}

async function download(source: string, { request, signal }: ReadOptions): Promise<Uint8Array | undefined> {
  const { fetching } = request
  let url = new URL(source, request.baseUrl)
  for (let count = 0; count <= MOST_REDIRECTS; count += 1) {
    if (!fetching || !isOnHost(url, fetching.hosts)) return undefined
    const response = await fetching.fetch(new Request(url, { redirect: 'manual', signal }))
    const next = response.headers.get('Location')
    if (response.status >= 300 && response.status < 400 && next !== null) {
      await response.body?.cancel()
      url = new URL(next, url)
      continue
    }
    const isPicture = response.ok && /^image\//i.test(response.headers.get('Content-Type') ?? '')
    if (isPicture && response.body) return collectBytes(response.body, { maxBytes: MAX_BYTES })
    await response.body?.cancel()
    return undefined
  }
  return undefined
}
