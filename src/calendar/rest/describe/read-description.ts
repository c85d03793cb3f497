import { DomainError } from '../../../errors.ts'
import type { DescriptionName } from '../../../http/descriptions.ts'
import type { Scope } from '../scope.ts'

interface Description {
  readonly servers: readonly { readonly url: string }[]
}

/**
 * A description of this API, whose server is named as the request named it. Throws `unsupported` on a host that has
 * no descriptions.
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
