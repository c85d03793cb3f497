import { defineCommand, json } from '../../declare/command.ts'
import { stringLines } from '../../print/string-lines.ts'
import { Strings } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/swarm/filters`. */
export const swarmFilters = defineCommand({
  path: 'swarm/filters',
  about: 'List the address filters',
  args: {},
  options: {},
  reply: json(Strings),
  text: stringLines,
  parts: ['addressFilters'],
  async run({ addressFilters }, { signal }) {
    const filters = await addressFilters.list({ signal })
    return { Strings: filters.length === 0 ? null : [...filters] }
  },
})
