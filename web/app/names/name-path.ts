import { decodedPath } from '../decoded-path.ts'

/**
 * The path that a visitor means: a path, a CID, or the address of either at a gateway. The node checks the rest.
 */
export function enteredPath(entered: string): string {
  const text = entered.trim()
  const path = /^https?:/i.test(text) ? pathOfUrl(text) : text
  return path.startsWith('/') || path === '' || /^[a-z]+:/i.test(path) ? path : `/ipfs/${path}`
}

/** `/ipfs/…` of a path gateway, or of the host name of a subdomain gateway. Another address is left as it is. */
function pathOfUrl(text: string): string {
  const url = URL.parse(text)
  if (!url) return text
  const pathname = decodedPath(url.pathname)
  const [, root, namespace] = /^([^.]+)\.(ipfs|ipns)\./.exec(url.hostname) ?? []
  if (root !== undefined) return `/${namespace}/${root}${pathname === '/' ? '' : pathname}`
  return /^\/(ipfs|ipns)\//.test(pathname) ? pathname : text
}
