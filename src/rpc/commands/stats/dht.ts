import { formatPeerId } from '../../../codec/cid/peer-id.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { optionalArgs } from '../../declare/wire.ts'
import { clientError } from '../../errors.ts'
import { dhtTableText } from '../../print/peers/dht-table-text.ts'
import { DhtStats } from '../../shapes/node.ts'

const TABLES: Readonly<Record<string, 'public' | 'private' | undefined>> = {
  ...{ wan: 'public', wanserver: 'public', lan: 'private', lanserver: 'private' },
}

/** Spec: RPC document, section 4, `/stats/dht`. The library does not report when a peer was useful: those fields are empty. */
export const statsDht = defineCommand({
  path: 'stats/dht',
  about: 'Show the routing tables',
  needs: ['network'],
  args: { dht: optionalArgs('Tables: wanserver, lanserver, wan or lan; wan and lan when absent') },
  options: {},
  reply: ndjson(DhtStats),
  text: dhtTableText,
  parts: ['network', 'dht'],
  async *run({ network, dht }, { args: { dht: asked }, signal }) {
    await network.peer({ signal })
    for (const name of asked.length === 0 ? ['wan', 'lan'] : asked) {
      const of = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined
      if (!of) throw clientError('invalid-argument', `unknown dht type: ${name}`)
      const buckets = await dht.table(of, { signal })
      yield {
        Name: name,
        Buckets: buckets.map((peers) => ({
          LastRefresh: '',
          Peers:
            peers.length === 0
              ? null
              : peers.map(({ peerId, isConnected, agentVersion }) => ({
                  ID: formatPeerId(peerId),
                  Connected: isConnected,
                  AgentVersion: agentVersion,
                  LastUsefulAt: '',
                  LastQueriedAt: '',
                })),
        })),
      }
    }
  },
})
