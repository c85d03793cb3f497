import { DomainError } from '../errors.ts'

/**
 * Reads a list of hosts such as `images.example.org, images.example.org:8080`; an empty text is none. Throws
 * `invalid-argument` that names the setting for anything that is not exactly a host.
 */
export function parseHosts(setting: string, text: string): readonly string[] {
  const hosts = text.split(',').map((host) => host.trim())
  const named = hosts.filter((host) => host !== '')
  const wrong = named.find((host) => URL.parse(`http://${host}`)?.host !== host)
  if (wrong === undefined) return named
  const reason = 'not a host such as "images.example.org"'
  throw new DomainError('invalid-argument', `Cannot read ${setting} "${wrong}": ${reason}`)
}

/** True for an address over HTTP on one of these hosts, the port included where it is not the usual one. */
export function isOnHost(url: URL, hosts: readonly string[]): boolean {
  return hosts.includes(url.host) && /^https?:$/.test(url.protocol)
}
