import type * as z from 'zod/mini'
import { toBase64 } from '../../codec/bytes/base64.ts'
import { equalBytes } from '../../codec/bytes/bytes.ts'
import { type MultibaseCodec, multibaseFor } from '../../codec/cid/multibase.ts'
import { formatPeerId, type PeerId, parsePeerId } from '../../codec/cid/peer-id.ts'
import { attempt, DomainError } from '../../errors.ts'
import { AGENT_VERSION } from '../../version.ts'
import { defineCommand, json } from '../declare/command.ts'
import { optionalArg, text } from '../declare/wire.ts'
import { describePeer } from '../print/peers/describe-peer.ts'
import { PeerInfo } from '../shapes/node.ts'

/** Spec: RPC document, section 4, `/id`. */
export const id = defineCommand({
  path: 'id',
  about: 'Show the identity of this node',
  args: { peerid: optionalArg('Peer to look up; this node when absent', { fromBody: true }) },
  options: {
    format: text('Text form: <id>, <aver>, <pver>, <pubkey>, <addrs> and <protocols> are filled in', {
      alias: 'f',
    }),
    'peerid-base': text('Multibase of peer ids, or b58mh for bare base 58', { fallback: 'b58mh' }),
  },
  reply: json(PeerInfo),
  text: idText,
  parts: ['keys', 'network', 'swarm'],
  async run({ keys, network, swarm }, { args, options, isOffline, signal }) {
    const base = peerIdBase(options['peerid-base'])
    const self = await keys.self({ signal })
    const asked = args.peerid === undefined ? self.peerId : peerArgument(args.peerid)
    const ID = formatPeerId(asked, base)
    if (!equalBytes(asked.bytes, self.peerId.bytes)) {
      if (!network.isEnabled) throw new DomainError('unavailable', OTHERS_NEED_NETWORK)
      return describePeer(await swarm.identify(asked, { isOffline, signal }), ID)
    }
    const peerId = base ? formatPeerId(asked) : ID
    return {
      ID,
      PublicKey: toBase64(self.publicKey),
      Addresses: network.addresses().map((address) => `${address}/p2p/${peerId}`),
      AgentVersion: AGENT_VERSION,
      ProtocolVersion: 'ipfs/0.1.0',
      Protocols: network.running?.libp2p.getProtocols() ?? [],
    }
  },
})

function peerArgument(text: string): PeerId {
  const peerId = attempt(() => parsePeerId(text))
  if (!peerId) throw new DomainError('invalid-argument', 'invalid peer id')
  return peerId
}

function peerIdBase(name: string): MultibaseCodec<string> | undefined {
  if (name === 'b58mh' || name === 'v0') return undefined
  const base = multibaseFor(name)
  if (!base) throw new DomainError('invalid-argument', `unsupported multibase encoding: ${name}`)
  return base
}

const OTHERS_NEED_NETWORK = `'ipfs id' currently cannot query information on remote
peers without a running daemon; we are working to fix this.
In the meantime, if you want to query remote peers using 'ipfs id',
please run the daemon:

    ipfs daemon &
    ipfs id QmaCpDMGvV2BGHeYERUEnRQAwe3N8SzbUtfsmvsqQLuvuJ
`

function idText(
  info: z.infer<typeof PeerInfo>,
  { options: { format } }: { readonly options: { readonly format?: string | undefined } },
): string {
  if (format === undefined || format === '') return `${JSON.stringify(info, null, '\t')}\n\n`
  const values: Readonly<Record<string, string>> = {
    '<id>': info.ID,
    '<aver>': info.AgentVersion,
    '<pver>': info.ProtocolVersion,
    '<pubkey>': info.PublicKey,
    '<addrs>': info.Addresses?.join('\n') ?? '',
    '<protocols>': info.Protocols?.join('\n') ?? '',
    '\\n': '\n',
    '\\t': '\t',
  }
  return format.replace(
    /<(?:id|aver|pver|pubkey|addrs|protocols)>|\\[nt]/g,
    (token) => values[token] ?? token,
  )
}
