import { isOnHost } from './allowed-hosts.ts'

/** Last labels of names for this machine or its own network. RFC 6761, 6762, 8375, 9476. */
const LOCAL_LABELS = ['localhost', 'local', 'internal', 'arpa', 'alt', 'test', 'invalid', 'onion']
const LOCAL_LABELS_IN_USE = ['lan', 'home', 'corp', 'intranet', 'private', 'localdomain', 'workgroup']

/**
 * The reason why a URL may lead into the node's private network, worded to follow a colon. `undefined` for a
 * public name over HTTP. Address literals and local names are refused unless the owner lists their host. A
 * public name can still resolve to a private address, which its text does not show.
 */
export function privateHostReason(url: URL, allowedHosts: readonly string[]): string | undefined {
  if (!/^https?:$/.test(url.protocol)) return 'it is not an address over HTTP'
  if (url.username !== '' || url.password !== '') return 'it names a user'
  if (isOnHost(url, allowedHosts)) return undefined
  const name = url.hostname.replace(/\.$/, '')
  if (/^\[|^\d+(\.\d+){3}$/.test(name))
    return 'its host is an address literal, which the owner has not allowed'
  const labels = name.split('.')
  const last = labels.at(-1) ?? ''
  const isLocal = labels.length < 2 || [...LOCAL_LABELS, ...LOCAL_LABELS_IN_USE].includes(last)
  return isLocal ? 'its host is a local name, which the owner has not allowed' : undefined
}
