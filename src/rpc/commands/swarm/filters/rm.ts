import { defineCommand, json } from '../../../declare/command.ts'
import { args } from '../../../declare/wire.ts'
import { stringLines } from '../../../print/string-lines.ts'
import { Strings } from '../../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/swarm/filters/rm`. */
export const swarmFiltersRm = defineCommand({
  path: 'swarm/filters/rm',
  about: 'Remove address filters',
  args: { address: args('Address ranges to allow again; all or * for each', { fromBody: true }) },
  options: {},
  reply: json(Strings),
  text: stringLines,
  parts: ['addressFilters'],
  async run({ addressFilters }, { args: { address }, signal }) {
    return { Strings: [...(await addressFilters.remove(address, { signal }))] }
  },
})
