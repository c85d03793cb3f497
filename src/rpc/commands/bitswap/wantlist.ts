import type * as z from 'zod/mini'
import { formatPeerId, parsePeerId } from '../../../codec/cid/peer-id.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { Wantlist } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/bitswap/wantlist`. */
export const bitswapWantlist = defineCommand({
  path: 'bitswap/wantlist',
  about: 'List the blocks that are wanted',
  needs: ['network'],
  args: {},
  options: { peer: text('Peer whose wants to list; this node when absent', { alias: 'p' }) },
  reply: json(Wantlist),
  text: ({ Keys }: z.infer<typeof Wantlist>) => (Keys ?? []).map((key) => `${key['/']}\n`).join(''),
  parts: ['exchange', 'identity'],
  async run({ exchange, identity }, { options: { peer }, printCid }) {
    const id = peer === undefined ? undefined : formatPeerId(parsePeerId(peer))
    const isOwn = id === undefined || id === formatPeerId(identity.peerId)
    const cids = isOwn ? exchange.wantlist() : exchange.wantlistOf(id)
    return { Keys: cids.length === 0 ? null : cids.map((cid) => ({ '/': printCid(cid) })) }
  },
})
