import type * as z from 'zod/mini'
import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { headedColumns } from '../../print/listing-text.ts'
import { Listeners } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/p2p/ls`. */
export const p2pLs = defineCommand({
  path: 'p2p/ls',
  about: 'List the listeners that forward connections',
  status: 'experimental',
  needs: ['network'],
  parts: ['forwarding'],
  args: {},
  options: { headers: bool('Print column headers', { alias: 'v' }) },
  reply: json(Listeners),
  async run({ forwarding }, { signal }) {
    const found = (await forwarding.listeners({ signal })).map((listener) => ({
      Protocol: listener.protocol,
      ListenAddress: listener.listenAddress,
      TargetAddress: listener.targetAddress,
    }))
    return { Listeners: found.length === 0 ? null : found }
  },
  text: ({ Listeners: found }: z.output<typeof Listeners>, { options }) =>
    headedColumns(['Protocol', 'Listen Address', 'Target Address'], {
      rows: (found ?? []).map((row) => [row.Protocol, row.ListenAddress, row.TargetAddress]),
      hasHeaders: options.headers,
    }),
})
