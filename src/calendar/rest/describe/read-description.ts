import { DomainError } from '../../../errors.ts'
import type { DescriptionName } from '../../../http/descriptions.ts'
import type { Scope } from '../scope.ts'

interface Description {
  readonly servers: readonly { readonly url: string }[]
}

/**
 * Reads a description of this API and completes its server URLs with the origin of the request. Throws
 * `unsupported` on a host without descriptions.
 */
export async function readDescription(
  name: DescriptionName,
  { readDescription: read, baseUrl }: Pick<Scope, 'readDescription' | 'baseUrl'>,
): Promise<object> {
  if (!read) throw new DomainError('unsupported', `Cannot read "${name}": this host has no descriptions`)
  const described: Description = JSON.parse(await read(name))
  const servers = described.servers.map((server) => ({ ...server, url: baseUrl + server.url }))
  return { ...described, servers }
}
