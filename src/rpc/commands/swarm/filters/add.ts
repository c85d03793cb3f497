import { defineCommand, json } from '../../../declare/command.ts'
import { args } from '../../../declare/wire.ts'
import { stringLines } from '../../../print/string-lines.ts'
import { Strings } from '../../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/swarm/filters/add`. */
export const swarmFiltersAdd = defineCommand({
  path: 'swarm/filters/add',
  about: 'Add address filters',
  args: { address: args('Address ranges to refuse', { fromBody: true }) },
  options: {},
  reply: json(Strings),
  text: stringLines,
  parts: ['addressFilters'],
  async run({ addressFilters }, { args: { address }, signal }) {
    await addressFilters.add(address, { signal })
    return { Strings: [...address] }
  },
})
