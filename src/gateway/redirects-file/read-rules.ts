import { collectBytes } from '../../codec/bytes/collect-bytes.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import { isMissingLink } from '../../unixfs/dag/missing-link.ts'
import { resolvePath } from '../../unixfs/dag/resolve.ts'
import { openNode } from '../../unixfs/read/open-node.ts'
import { readFile } from '../../unixfs/read/read.ts'
import type { GatewayRequest } from '../gateway-request.ts'
import { parseRules, type Rule, unreadableRules } from './parse-rules.ts'

const FILE_NAME = '_redirects'

/** Spec: web redirects file specification, max file size. */
const MAX_FILE_BYTES = 64 * 1024

/**
 * The rules of the site that a request is sent to; `undefined` for a site without the file. Throws `corrupt`, with the
 * reason, for a file that cannot be read. Spec: web redirects file specification, error handling.
 */
export async function readRules(request: GatewayRequest): Promise<readonly Rule[] | undefined> {
  const cid = await findFile(request)
  return cid && parseRules(await readText(request, cid))
}

async function findFile({ blocks, content, signal }: GatewayRequest): Promise<CID | undefined> {
  const path = ['/ipfs', content.root, ...content.names, FILE_NAME].join('/')
  try {
    const { cid, remainder } = await resolvePath(blocks, path, { signal })
    return remainder.length === 0 ? cid : undefined
  } catch (error) {
    if (isMissingLink(error)) return undefined
    throw error
  }
}

async function readText({ blocks, signal }: GatewayRequest, cid: CID): Promise<string> {
  try {
    const node = await openNode(blocks, cid, { signal })
    if (node.kind !== 'file') throw unreadableRules('it is not a file')
    if (node.part.sizeBytes > MAX_FILE_BYTES) throw tooLarge()
    const bytes = await collectBytes(readFile(blocks, node, { signal }), {
      maxBytes: MAX_FILE_BYTES,
      tooLarge,
      signal,
    })
    return new TextDecoder().decode(bytes)
  } catch (cause) {
    if (!isDomainError(cause) || cause.code === 'corrupt') throw cause
    throw new DomainError('corrupt', `could not read ${FILE_NAME}: ${cause.message}`, { cause })
  }
}

function tooLarge(): DomainError {
  return unreadableRules(`redirects file size cannot exceed ${MAX_FILE_BYTES} bytes`)
}
