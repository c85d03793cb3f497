import type * as z from 'zod/mini'
import { defineCommand, json } from '../../../declare/command.ts'
import { Reachability } from '../../../shapes/peers.ts'

/**
 * No peer checks for this node whether others reach it: its owner configures the addresses of a deployment, and
 * other hosts have none. Spec gap: not in the document. The reference implementation 0.44 asks its peers.
 */
export const swarmAddrsAutonat = defineCommand({
  path: 'swarm/addrs/autonat',
  about: 'Show which addresses of this node peers have reached',
  extension: true,
  needs: ['network'],
  args: {},
  options: {},
  reply: json(Reachability),
  text: reachabilityText,
  parts: ['network'],
  async run({ network }) {
    const unknown = network.addresses()
    return { reachability: 'Unknown', ...(unknown.length > 0 && { unknown: [...unknown] }) }
  },
})

/** This node only ever has addresses of unknown reachability. */
function reachabilityText({ reachability, unknown = [] }: z.infer<typeof Reachability>): string {
  const addresses =
    unknown.length > 0
      ? ['  Unknown:', ...unknown.map((address) => `    ${address}`)]
      : ['  (no address reachability data available)']
  const lines = [
    'AutoNAT V2 Status:',
    `  Reachability: ${reachability}`,
    '',
    'Per-Address Reachability:',
    ...addresses,
  ]
  return lines.map((line) => `${line}\n`).join('')
}
