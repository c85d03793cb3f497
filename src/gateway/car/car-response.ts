import { loadBlock } from '../../blocks/load-block.ts'
import { writeCar } from '../../codec/car/write-car.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { isDomainError } from '../../errors.ts'
import { coalesceChunks } from '../../streams/coalesce-chunks.ts'
import { openNode } from '../../unixfs/read/open-node.ts'
import { archiveResponse } from '../body/archive-response.ts'
import { archiveEtag, variant } from '../body/etag.ts'
import type { GatewayRequest } from '../gateway-request.ts'
import { carBlocks } from './car-blocks.ts'
import { type CarItem, itemsBelow } from './car-item.ts'
import { type CarRequest, carContentType, type DagScope, readCarRequest } from './car-request.ts'
import { type EntityBytes, rangeInEntity } from './entity-bytes.ts'

/** The end of a path, and the blocks that prove the path. */
export interface FoundDag {
  readonly cid: CID
  /** The blocks of the path, without the last. */
  readonly path: readonly CID[]
  /** Headers about the content's origin. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Serves a CAR of version 1: the blocks of the path, then the requested part of the DAG at its end, depth
 * first. The CID at the end of the path is the root. Spec gap: the specification does not say which CID is the
 * root.
 *
 * Throws `invalid-argument` for a range outside the file and as {@link readCarRequest} does, `not-found` when
 * the block at the end of the path is missing. If a block below it is missing, the CAR ends inside a section.
 */
export async function carResponse(
  gatewayRequest: GatewayRequest,
  { cid, path, headers }: FoundDag,
): Promise<Response> {
  const { blocks, signal } = gatewayRequest
  const { root, names } = gatewayRequest.path
  const { content } = gatewayRequest
  const request = readCarRequest(gatewayRequest.query, gatewayRequest.headers)
  return archiveResponse(gatewayRequest, {
    etag: archiveEtag(cid, `.car.${await variant(content.root, [...content.names, ...names], request)}`),
    contentType: carContentType(request),
    filename: `${[root, ...names.slice(-1)].join('_')}.car`,
    headers,
    async open() {
      const wanted = await wantedOf(gatewayRequest, cid, request)
      const car = writeCar([cid], carBlocks(blocks, { path, ...wanted, dups: request.dups, signal }))
      return coalesceChunks(car)
    },
  })
}

interface Wanted {
  readonly root: CarItem
  readonly scope: DagScope
}

async function wantedOf(
  { blocks, signal }: GatewayRequest,
  cid: CID,
  { scope, bytes }: CarRequest,
): Promise<Wanted> {
  const block = await loadBlock(blocks, cid, { signal })
  const range = bytes && scope === 'entity' ? await fileRange(blocks, cid, { bytes, signal }) : undefined
  if (range && range.start === range.end) return { root: { cid }, scope: 'block' }
  const wanted = { root: { cid, range }, scope }
  itemsBelow(scope, wanted.root, block)
  return wanted
}

/** The range in the file. `undefined` for the whole file, and for anything but a file. */
async function fileRange(
  blocks: GatewayRequest['blocks'],
  cid: CID,
  { bytes, signal }: { readonly bytes: EntityBytes; readonly signal: AbortSignal },
) {
  const sizeBytes = await fileSize(blocks, cid, { signal })
  if (sizeBytes === undefined) return undefined
  const range = rangeInEntity(bytes, sizeBytes)
  return range.start === 0 && range.end === sizeBytes && sizeBytes > 0 ? undefined : range
}

async function fileSize(
  blocks: GatewayRequest['blocks'],
  cid: CID,
  options: { readonly signal: AbortSignal },
): Promise<number | undefined> {
  try {
    const node = await openNode(blocks, cid, options)
    return node.kind === 'file' ? node.part.sizeBytes : undefined
  } catch (error) {
    if (isDomainError(error, 'unsupported') || isDomainError(error, 'corrupt')) return undefined
    throw error
  }
}
