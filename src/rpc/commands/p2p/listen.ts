import { defineCommand, empty } from '../../declare/command.ts'
import { arg, bool } from '../../declare/wire.ts'

/** Spec: RPC document, section 4, `/p2p/listen`. */
export const p2pListen = defineCommand({
  path: 'p2p/listen',
  about: 'Offer a service to peers',
  status: 'experimental',
  needs: ['network'],
  parts: ['forwarding'],
  args: { protocol: arg('Name of the protocol'), 'target-address': arg('Address of the service') },
  options: {
    'allow-custom-protocol': bool('Accept protocols outside /x/'),
    'report-peer-id': bool('Tell the service the peer id first', { alias: 'r' }),
  },
  reply: empty(),
  async run({ forwarding }, { args, options, signal }) {
    await forwarding.listen({
      protocol: args.protocol,
      targetAddress: args['target-address'],
      allowsAnyProtocol: options['allow-custom-protocol'] ?? false,
      reportsPeerId: options['report-peer-id'] ?? false,
      signal,
    })
  },
})
