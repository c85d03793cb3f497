import { DomainError, isDomainError } from '../../errors.ts'
import { parsePath } from '../../unixfs/dag/parse-path.ts'
import type { ResolvedName } from '../../unixfs/dag/path-reader.ts'
import type { GatewayRequest, UnresolvedRequest } from '../gateway-request.ts'

const MAX_QUOTED_CHARACTERS = 253

/**
 * Resolves the name in a request's path. Throws `not-found` for an unknown name, and other errors of the
 * resolution, with the name before the message.
 */
export async function withContent(request: UnresolvedRequest): Promise<GatewayRequest> {
  const { namespace, root } = request.path
  if (namespace === 'ipfs') return { ...request, content: { root, names: [] } }
  const { path, ttlMs } = await resolved(request)
  const { rootText, names } = parsePath(path)
  return { ...request, content: { root: rootText, names, ttlMs } }
}

async function resolved({ node, path, isLocal, signal }: UnresolvedRequest): Promise<ResolvedName> {
  try {
    return await node.names.resolve(path.root, { isLocal, signal })
  } catch (error) {
    if (!isDomainError(error)) throw error
    const name = path.root.slice(0, MAX_QUOTED_CHARACTERS)
    throw new DomainError(error.code, `failed to resolve /ipns/${name}: ${error.message}`, { cause: error })
  }
}
