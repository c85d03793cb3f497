import type * as z from 'zod/mini'
import { defineCommand, json } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { humanSize } from '../../print/human-size.ts'
import { BitswapStat } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bitswap/stat`. Nothing waits to be announced: that is no part of this count. */
export const bitswapStat = defineCommand({
  path: 'bitswap/stat',
  about: 'Show the counts of the block exchange',
  needs: ['network'],
  args: {},
  options: { verbose: bool('Print more', { alias: 'v' }), human: bool('Print sizes for people') },
  reply: json(BitswapStat),
  text: statText,
  parts: ['exchange'],
  async run({ exchange }, { printCid }) {
    const statistics = exchange.statistics()
    return {
      ProvideBufLen: 0,
      Wantlist: statistics.wants.map((cid) => ({ '/': printCid(cid) })),
      Peers: [...statistics.peers],
      BlocksReceived: statistics.blocksReceived,
      DataReceived: statistics.bytesReceived,
      BlocksSent: statistics.blocksSent,
      DataSent: statistics.bytesSent,
      DupBlksReceived: statistics.duplicateBlocks,
      DupDataReceived: statistics.duplicateBytes,
      MessagesReceived: statistics.messagesReceived,
    }
  },
})

interface TextInput {
  readonly options: { readonly verbose?: boolean | undefined; readonly human?: boolean | undefined }
}

function statText(stat: z.infer<typeof BitswapStat>, { options: { verbose, human } }: TextInput): string {
  const size = (bytes: number) => (human ? humanSize(bytes) : String(bytes))
  const lines = [
    'bitswap status',
    `\tblocks received: ${stat.BlocksReceived}`,
    `\tblocks sent: ${stat.BlocksSent}`,
    `\tdata received: ${size(stat.DataReceived)}`,
    `\tdata sent: ${size(stat.DataSent)}`,
    `\tdup blocks received: ${stat.DupBlksReceived}`,
    `\tdup data received: ${size(stat.DupDataReceived)}`,
    `\twantlist [${stat.Wantlist.length} keys]`,
    ...stat.Wantlist.map((cid) => `\t\t${cid['/']}`),
    `\tpartners [${stat.Peers.length}]`,
    ...(verbose ? stat.Peers.map((peer) => `\t\t${peer}`) : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
