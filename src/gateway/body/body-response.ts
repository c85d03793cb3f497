import { toBase64Url } from '../../codec/bytes/base64url.ts'
import { isDomainError } from '../../errors.ts'
import { byteStream, prepend, pullStart, START_BYTES } from '../../streams/byte-stream.ts'
import { refusal } from '../errors.ts'
import type { GatewayRequest } from '../gateway-request.ts'
import { type ByteRange, byteRanges, contentRange } from './byte-range.ts'
import { rangesBody } from './byte-ranges-body.ts'
import { caching } from './caching.ts'
import { openHeaders, sandboxHeaders } from './headers.ts'
import { allowsRange, conditionalStatus, type Validators } from './preconditions.ts'

/** Random bytes of a multipart boundary, so that no content can contain it by accident or design. */
const BOUNDARY_BYTES = 18

/** Stored bytes with the data for their response. */
export interface Body extends Validators {
  /** Of a page in place of what was asked for: conditions and ranges are not for it. Absent for 200. */
  readonly status?: number | undefined
  readonly contentType: string
  readonly sizeBytes: number
  /** Further headers: the content's origin, and how to save it. */
  readonly headers: Readonly<Record<string, string>>
  /** Reads a range: for HEAD the first bytes, otherwise each requested one. Not called when the client has the body. */
  readonly read: (range: ByteRange) => AsyncIterable<Uint8Array>
}

/**
 * Responds with stored bytes: 304 when the client has them, 412 when it expects others, 206 for one range or
 * several, 416 for ranges outside, otherwise 200. The first bytes are read before the status is chosen. The
 * length is declared, so that the client can detect a truncated body. A compressing proxy would drop it, hence
 * the identity encoding.
 */
export async function bodyResponse(request: GatewayRequest, body: Body): Promise<Response> {
  const { headers: asked, isHead } = request
  const shared = {
    ...openHeaders,
    ...body.headers,
    ETag: body.etag,
    ...caching('stored', request),
  }
  const { status: whenWhole = 200 } = body
  const isPage = whenWhole !== 200
  const status = isPage ? undefined : conditionalStatus(asked, body)
  if (status === 304) return new Response(null, { status, headers: shared })
  if (status === 412)
    return refusal(412, 'the content is not the one that If-Match or If-Unmodified-Since asks for')
  const headers = {
    ...shared,
    ...lastModified(body),
    ...(request.path.hasOwnOrigin ? {} : sandboxHeaders(body.contentType)),
    'Content-Type': body.contentType,
    'Content-Encoding': 'identity',
    ...(!isPage && { 'Accept-Ranges': 'bytes' }),
    'Content-Length': String(body.sizeBytes),
  }
  if (isHead) {
    const start = { offset: 0, length: Math.min(START_BYTES, body.sizeBytes) }
    await assertBegins(body.read(start), START_BYTES)
    return new Response(null, { status: whenWhole, headers })
  }
  const ranges =
    !isPage && allowsRange(asked.get('If-Range'), body)
      ? byteRanges(asked.get('Range'), body.sizeBytes)
      : undefined
  if (ranges === 'unsatisfiable') {
    return refusal(416, 'range lies outside the content', { 'Content-Range': `bytes */${body.sizeBytes}` })
  }
  const [range, ...others] = ranges ?? []
  if (range === undefined) {
    const whole = { offset: 0, length: body.sizeBytes }
    return new Response(await openStream(request, body.read(whole), START_BYTES), {
      status: whenWhole,
      headers,
    })
  }
  if (others.length > 0) {
    const boundary = toBase64Url(request.node.random.bytes(BOUNDARY_BYTES))
    const several = rangesBody([range, ...others], { ...body, boundary })
    return new Response(await openStream(request, several.content, START_BYTES), {
      status: 206,
      headers: {
        ...headers,
        'Content-Type': several.contentType,
        'Content-Length': String(several.sizeBytes),
      },
    })
  }
  return new Response(await openStream(request, body.read(range), START_BYTES), {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(range.length),
      'Content-Range': contentRange(range, body.sizeBytes),
    },
  })
}

function lastModified({ lastModifiedMs }: Validators): Readonly<Record<string, string>> {
  return lastModifiedMs === undefined ? {} : { 'Last-Modified': new Date(lastModifiedMs).toUTCString() }
}

/** Reads the first bytes and no more: HEAD fails as GET would. Throws the error of the source. */
export async function assertBegins(source: AsyncIterable<Uint8Array>, atLeastBytes = 1): Promise<void> {
  const { iterator } = await pullStart(source, atLeastBytes)
  await iterator.return?.()
}

/** A counted stream of which so many bytes were already read. A later failure breaks it off and is logged. */
export async function openStream(
  { node, signal }: GatewayRequest,
  source: AsyncIterable<Uint8Array>,
  atLeastBytes = 1,
): Promise<ReadableStream<Uint8Array>> {
  const leave = node.activity.enter('open-streams')
  try {
    const { first, iterator } = await pullStart(source, atLeastBytes)
    const leaveRequest = node.activity.enter('gateway-requests')
    return byteStream(prepend(first, iterator), {
      onError(error) {
        if (!signal.aborted) node.logger.log('warn', 'gateway', 'Cannot finish answer', failureFields(error))
        return undefined
      },
      onClose() {
        leave()
        leaveRequest()
      },
      onBytes: (bytes) => node.activity.transfer('out', bytes),
      isCrowded: node.activity.hasManyStreams,
      signal,
    })
  } catch (error) {
    leave()
    throw error
  }
}

/** An expected failure, such as a missing block, is logged without a stack: anyone can cause as many as they like. */
function failureFields(error: unknown): Readonly<Record<string, unknown>> {
  return isDomainError(error) ? { code: error.code, error: error.message } : { error }
}
