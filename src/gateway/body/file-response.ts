import type { CID } from '../../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import type { FileNode } from '../../unixfs/read/open-node.ts'
import { readFile } from '../../unixfs/read/read.ts'
import { type GatewayRequest, givenFilename } from '../gateway-request.ts'
import { type Body, bodyResponse } from './body-response.ts'
import { contentDisposition } from './content-disposition.ts'
import { contentType } from './content-type.ts'
import { contentEtag } from './etag.ts'
import { SAMPLE_BYTES, type Sample } from './sniffed-type.ts'

/** A file or symlink at the end of a path. */
export interface FoundFile {
  readonly file: FileNode
  /** Its name in the parent directory. Empty at the root. */
  readonly name: string
  /** The CID for the entity tag if it is not the file's: the directory's for its `index.html`. */
  readonly tagged?: CID | undefined
  /** The status of a page that replaces the requested content, such as 404. Default: 200. */
  readonly status?: number | undefined
  /** Headers about the content's origin. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Serves a file. A symlink is not followed: its target is the body. Throws `corrupt` when the beginning of the file is
 * not stored, though its root is: 500, as at the reference, and not 404.
 */
export async function fileResponse(request: GatewayRequest, found: FoundFile): Promise<Response> {
  const body = await fileBody(request, found)
  try {
    return await bodyResponse(request, body)
  } catch (error) {
    if (!isDomainError(error, 'not-found')) throw error
    throw new DomainError('corrupt', error.message, { cause: error })
  }
}

async function fileBody(
  request: GatewayRequest,
  { file, name, tagged, status, headers }: FoundFile,
): Promise<Body> {
  const filename = givenFilename(request)
  const shown = filename ?? name
  return {
    status,
    etag: contentEtag(tagged ?? file.cid),
    lastModifiedMs: lastModifiedMs(file),
    contentType:
      file.kind === 'symlink' ? 'inode/symlink' : await contentType(shown, () => sample(request, file)),
    sizeBytes: file.part.sizeBytes,
    headers: { ...headers, ...dispositionHeaders(request, filename, shown || file.cid.toString()) },
    read: (range) => readFile(request.blocks, file, { ...range, signal: request.signal }),
  }
}

/** Modification time in whole seconds, like HTTP dates. Absent for a time that HTTP dates cannot represent. */
function lastModifiedMs({ mtime }: FileNode): number | undefined {
  const timeMs = mtime && mtime.seconds * 1000
  return timeMs !== undefined && timeMs > 0 && timeMs <= LAST_DATE_MS ? timeMs : undefined
}

/** The end of the year 9999. */
const LAST_DATE_MS = 253_402_300_799_000

function dispositionHeaders({ query }: GatewayRequest, filename: string | undefined, name: string) {
  const isDownload = query.get('download') === 'true'
  if (!isDownload && filename === undefined) return {}
  return { 'Content-Disposition': contentDisposition(isDownload ? 'attachment' : 'inline', name) }
}

/**
 * Reads the first bytes. None when they are missing or corrupt, so that a later range of the file can still be
 * served.
 */
async function sample({ blocks, signal }: GatewayRequest, file: FileNode): Promise<Sample> {
  const { sizeBytes } = file.part
  const bytes = new Uint8Array(Math.min(SAMPLE_BYTES, sizeBytes))
  let filled = 0
  try {
    for await (const piece of readFile(blocks, file, { length: bytes.byteLength, signal })) {
      bytes.set(piece, filled)
      filled += piece.byteLength
    }
  } catch (error) {
    if (!isDomainError(error, 'not-found') && !isDomainError(error, 'corrupt')) throw error
    return { bytes: UNKNOWN, isWhole: false }
  }
  return { bytes, isWhole: filled === sizeBytes }
}

/** A byte that is neither text nor a known signature. */
const UNKNOWN = new Uint8Array(1)
