import { formatPeerId } from '../../../../codec/cid/peer-id.ts'
import { defineCommand, json } from '../../../declare/command.ts'
import { bool } from '../../../declare/wire.ts'
import { stringLines } from '../../../print/string-lines.ts'
import { Strings } from '../../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/swarm/addrs/local`. */
export const swarmAddrsLocal = defineCommand({
  path: 'swarm/addrs/local',
  about: 'List the local addresses of this node',
  needs: ['network'],
  args: {},
  options: { id: bool('Add the peer id to each address') },
  reply: json(Strings),
  text: stringLines,
  parts: ['network', 'keys'],
  async run({ network, keys }, { options, signal }) {
    const { peerId } = await keys.self({ signal })
    const suffix = options.id ? `/p2p/${formatPeerId(peerId)}` : ''
    const addresses = network.addresses().map((address) => `${address}${suffix}`)
    return { Strings: addresses.length === 0 ? null : addresses }
  },
})
