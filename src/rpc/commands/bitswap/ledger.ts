import type * as z from 'zod/mini'
import { formatPeerId, parsePeerId } from '../../../codec/cid/peer-id.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'
import { BitswapLedger } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bitswap/ledger`. */
export const bitswapLedger = defineCommand({
  path: 'bitswap/ledger',
  about: 'Show what was exchanged with a peer',
  needs: ['network'],
  args: { peer: arg('Peer id') },
  options: {},
  reply: json(BitswapLedger),
  text: ledgerText,
  parts: ['exchange'],
  async run({ exchange }, { args }) {
    const peer = formatPeerId(parsePeerId(args.peer))
    const { sentBytes, receivedBytes, exchanges } = exchange.ledger(peer)
    return {
      Peer: peer,
      Value: sentBytes / (receivedBytes + 1),
      Sent: sentBytes,
      Recv: receivedBytes,
      Exchanged: exchanges,
    }
  },
})

function ledgerText({ Peer, Value, Sent, Recv, Exchanged }: z.infer<typeof BitswapLedger>): string {
  return [
    `Ledger for ${Peer}`,
    `Debt ratio:\t${Value.toFixed(6)}`,
    `Exchanges:\t${Exchanged}`,
    `Bytes sent:\t${Sent}`,
    `Bytes received:\t${Recv}\n\n`,
  ].join('\n')
}
