import { DomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Configuration } from '../configuration.ts'
import { checkedRange } from '../document/address-range.ts'
import type { ConfigObject } from '../document/config-value.ts'
import { findValue, withValue } from '../document/document-path.ts'

/** Address ranges such as `/ip4/10.0.0.0/ipcidr/8` that the node neither dials nor accepts. */
export interface AddressFilters {
  list(options?: AbortOptions): Promise<readonly string[]>
  /** Throws `invalid-argument` for an invalid range. */
  add(ranges: readonly string[], options?: AbortOptions): Promise<void>
  /**
   * Removes ranges, or all of them for `all` or `*`. Returns those that were there. Throws `invalid-argument` for an
   * invalid range.
   */
  remove(ranges: readonly string[], options?: AbortOptions): Promise<readonly string[]>
}

const NAME = 'Swarm.AddrFilters'
const ALL = ['all', '*']

export function createAddressFilters(configuration: Pick<Configuration, 'show' | 'change'>): AddressFilters {
  return {
    list: async (options) => filtersOf(await configuration.show(options)),
    async add(ranges, options) {
      if (ranges.length === 0) throw new DomainError('invalid-argument', 'no filters to add')
      const named = ranges.map(checkedRange)
      await configuration.change(
        (document) => withValue(document, NAME, [...new Set([...filtersOf(document), ...named])]),
        options,
      )
    },
    async remove(ranges, options) {
      const isAll = ranges.some((range) => ALL.includes(range))
      const named = isAll ? [] : ranges.map(checkedRange)
      let removed: readonly string[] = []
      await configuration.change((document) => {
        const filters = filtersOf(document)
        removed = filters.filter((range) => isAll || named.includes(range))
        const left = filters.filter((range) => !removed.includes(range))
        return withValue(document, NAME, left.length === 0 ? null : left)
      }, options)
      return removed
    },
  }
}

function filtersOf(document: ConfigObject): readonly string[] {
  const filters = findValue(document, NAME)
  return Array.isArray(filters) ? filters.map(String) : []
}
