import { defineCommand, json } from '../../declare/command.ts'
import { bool, text } from '../../declare/wire.ts'
import { ClosedCount } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/p2p/close`. */
export const p2pClose = defineCommand({
  path: 'p2p/close',
  about: 'Stop listening for connections to forward',
  status: 'experimental',
  needs: ['network'],
  parts: ['forwarding'],
  args: {},
  options: {
    all: bool('Close every listener', { alias: 'a' }),
    protocol: text('Protocol to match', { alias: 'p' }),
    'listen-address': text('Listening address to match', { alias: 'l' }),
    'target-address': text('Target address to match', { alias: 't' }),
  },
  reply: json(ClosedCount),
  async run({ forwarding }, { options, signal }) {
    const { all: isAll = false, protocol, 'listen-address': listenAddress } = options
    return forwarding.close({
      isAll,
      protocol,
      listenAddress,
      targetAddress: options['target-address'],
      signal,
    })
  },
  text: (count: number) => `Closed ${count} stream(s)\n`,
})
