import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { ResolvedName } from '../unixfs/dag/path-reader.ts'

/** Asks what a domain name links to. */
export interface DomainNames {
  /**
   * One step: the path may begin with `/ipns/`. `domain` is a name with a dot, as it was written. Throws `not-found`
   * for a domain without a link, `unsupported` without a resolver.
   */
  resolve(domain: string, options?: AbortOptions): Promise<ResolvedName>
}

const MAX_QUOTED_CHARACTERS = 253

/** For a node whose owner has named no resolver. */
export const noDomainNames: DomainNames = {
  async resolve(domain) {
    const quoted = JSON.stringify(domain.slice(0, MAX_QUOTED_CHARACTERS))
    throw new DomainError(
      'unsupported',
      `Cannot resolve name ${quoted}: no resolver of domain names is configured`,
    )
  },
}
