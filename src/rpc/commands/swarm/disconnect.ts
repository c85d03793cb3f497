import { defineCommand, json } from '../../declare/command.ts'
import { args } from '../../declare/wire.ts'
import { stringLines } from '../../print/string-lines.ts'
import { Strings } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/swarm/disconnect`. A failure is a line of a successful reply. */
export const swarmDisconnect = defineCommand({
  path: 'swarm/disconnect',
  about: 'Close the connections to addresses',
  needs: ['network'],
  args: { address: args('Addresses with peer ids', { fromBody: true }) },
  options: {},
  reply: json(Strings),
  text: stringLines,
  parts: ['swarm'],
  async run({ swarm }, { args: { address }, signal }) {
    const closed = await swarm.disconnect(address, { signal })
    const outcomeOf = (failure: string | undefined) =>
      failure === undefined ? 'success' : `failure: ${failure}`
    return { Strings: closed.map(({ peerId, failure }) => `disconnect ${peerId} ${outcomeOf(failure)}`) }
  },
})
