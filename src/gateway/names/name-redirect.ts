import { parsePeerId } from '../../codec/cid/peer-id.ts'
import { attempt } from '../../errors.ts'
import { encodePath, parseGatewayPath } from '../gateway-path.ts'
import { redirect } from '../redirect.ts'
import { nameLabel } from './name-label.ts'

/** Matches a multihash in base 58, which host names cannot contain. */
const BARE_HASH = /^(1|Qm)/

/**
 * Redirects the name of a key in base 58 to the same name as a CID, so that there is one URL to cache.
 * `undefined` for every other path. Spec: path gateway specification, and the conformance suite of the network.
 */
export function nameRedirect({ pathname, search }: URL): Response | undefined {
  const { namespace, mount, root, names, hasTrailingSlash } = parseGatewayPath(pathname)
  if (namespace !== 'ipns' || !BARE_HASH.test(root) || !attempt(() => parsePeerId(root))) return undefined
  const path = encodePath(mount, [nameLabel(root) ?? root, ...names])
  return redirect(`${path}${hasTrailingSlash ? '/' : ''}${search}`, 302)
}
