import type * as z from 'zod/mini'
import { defineCommand, json } from '../../../declare/command.ts'
import { bool } from '../../../declare/wire.ts'
import { headedColumns } from '../../../print/listing-text.ts'
import { ForwardedStreams } from '../../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/p2p/stream/ls`. */
export const p2pStreamLs = defineCommand({
  path: 'p2p/stream/ls',
  about: 'List the forwarded streams',
  status: 'experimental',
  needs: ['network'],
  parts: ['forwarding'],
  args: {},
  options: { headers: bool('Print column headers', { alias: 'v' }) },
  reply: json(ForwardedStreams),
  async run({ forwarding }, { signal }) {
    const found = (await forwarding.streams({ signal })).map((stream) => ({
      HandlerID: String(stream.id),
      Protocol: stream.protocol,
      OriginAddress: stream.originAddress,
      TargetAddress: stream.targetAddress,
    }))
    return { Streams: found.length === 0 ? null : found }
  },
  text: ({ Streams }: z.output<typeof ForwardedStreams>, { options }) =>
    headedColumns(['ID', 'Protocol', 'Origin', 'Target'], {
      rows: (Streams ?? []).map((row) => [row.HandlerID, row.Protocol, row.OriginAddress, row.TargetAddress]),
      hasHeaders: options.headers,
    }),
})
