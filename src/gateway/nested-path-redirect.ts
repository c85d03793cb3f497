import { parseCid } from '../codec/cid/cid.ts'
import { attempt } from '../errors.ts'
import { encodePath, parseGatewayPath } from './gateway-path.ts'
import { redirect } from './redirect.ts'

/**
 * Redirects a content path below `/ipfs`, such as `/ipfs/ipfs/<cid>/…` or `/ipfs/ipns/<name>/…`, to the path itself,
 * with its query. `undefined` for every other path. Spec gap: the reference corrects such links too.
 */
export function nestedPathRedirect({ pathname, search }: URL): Response | undefined {
  const { mount, root: namespace, names, hasTrailingSlash } = parseGatewayPath(pathname)
  const [root] = names
  if (mount !== '/ipfs' || root === undefined) return undefined
  const isPath = namespace === 'ipns' || (namespace === 'ipfs' && attempt(() => parseCid(root)) !== undefined)
  if (!isPath) return undefined
  return redirect(`${encodePath(`/${namespace}`, names)}${hasTrailingSlash ? '/' : ''}${search}`)
}
