import { defineCommand, empty } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'

/** Spec: RPC document, section 4, `/p2p/forward`. */
export const p2pForward = defineCommand({
  path: 'p2p/forward',
  about: 'Forward connections to a service of a peer',
  status: 'experimental',
  needs: ['network'],
  parts: ['forwarding'],
  args: {
    protocol: arg('Name of the protocol'),
    'listen-address': arg('Address to listen on'),
    'target-address': arg('Address of the peer'),
  },
  options: { 'allow-custom-protocol': bool('Accept protocols outside /x/') },
  reply: empty(),
  async run({ forwarding }, { args, options, signal }) {
    await forwarding.forward({
      protocol: args.protocol,
      listenAddress: args['listen-address'],
      targetAddress: args['target-address'],
      allowsAnyProtocol: options['allow-custom-protocol'] ?? false,
      signal,
    })
  },
})
