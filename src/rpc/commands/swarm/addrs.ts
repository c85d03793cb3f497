import { defineCommand, json } from '../../declare/command.ts'
import { PeerAddresses } from '../../shapes/peers.ts'

/** Spec: RPC document, section 4, `/swarm/addrs`. */
export const swarmAddrs = defineCommand({
  path: 'swarm/addrs',
  about: 'List the known addresses of peers',
  needs: ['network'],
  args: {},
  options: {},
  reply: json(PeerAddresses),
  text: addressesText,
  parts: ['swarm'],
  async run({ swarm }, { signal }) {
    const known = Object.entries(await swarm.knownAddresses({ signal }))
    return { Addrs: Object.fromEntries(known.map(([peerId, addresses]) => [peerId, [...addresses]])) }
  },
})

/** Each peer with the number of its addresses, and these below it. */
function addressesText({ Addrs }: { Addrs: Readonly<Record<string, readonly string[]>> }): string {
  const peers = Object.entries(Addrs).sort(([one], [other]) => (one < other ? -1 : 1))
  return peers
    .flatMap(([peer, addresses]) => [
      `${peer} (${addresses.length})`,
      ...addresses.map((address) => `\t${address}`),
    ])
    .map((line) => `${line}\n`)
    .join('')
}
