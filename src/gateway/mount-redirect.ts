import { isUnder } from '../http/surface-prefixes.ts'

/** The URL prefixes at which the namespaces are mounted besides their own. */
export interface MountPrefixes {
  readonly ipfs: string
  readonly ipns: string
}

/**
 * Redirects a path below a mount to the namespace itself, with its query. `undefined` for every other path. Content is
 * never served at a mount, because the rules that keep it from acting with the origin of the node go by the paths of
 * the gateway. A cache of many clients must not keep the answer: mounts can change.
 */
export function mountRedirect({ pathname, search }: URL, mounts: MountPrefixes): Response | undefined {
  const found = (['ipfs', 'ipns'] as const)
    .filter((namespace) => isUnder(pathname, mounts[namespace]))
    .toSorted((a, b) => mounts[b].length - mounts[a].length)[0]
  if (found === undefined) return undefined
  const path = pathname.slice(mounts[found].length)
  return new Response(null, {
    status: 302,
    headers: {
      Location: `/${found}${path || '/'}${search}`,
      'Cache-Control': 'private, no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
