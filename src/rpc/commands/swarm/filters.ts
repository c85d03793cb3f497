import { defineCommand, json } from '../../declare/command.ts'
import { Strings } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/swarm/filters`. */
export const swarmFilters = defineCommand({
  path: 'swarm/filters',
  about: 'List the address filters',
  needs: ['network'],
  args: {},
  options: {},
  reply: json(Strings),
})
