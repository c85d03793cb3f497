import { expect, it } from 'vitest'
import { file, form } from '../../../requests/form.ts'
import { type PeerNode, peerNode } from '../memory-peers.ts'

interface Event {
  readonly ID: string
  readonly Type: number
  readonly Extra: string
  readonly Responses: readonly { readonly ID: string; readonly Addrs: readonly string[] }[] | null
}

/** No node of these tests. */
const UNKNOWN_PEER = '12D3KooWDbL3jP4pKqCTB1WU5jvaVjthQU5JPMKMwRchJ3zurX6k'

const events = async (node: PeerNode, command: string): Promise<readonly Event[]> =>
  (await node.call(command))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Event)

const ofType = (all: readonly Event[], type: number) => all.filter(({ Type }) => Type === type)

it('the commands of routing find over a DHT what another node announces', async () => {
  const [server, first, second] = await Promise.all([
    peerNode({}, { routing: { type: 'dhtserver' } }),
    peerNode(),
    peerNode(),
  ])
  for (const client of [first, second]) await client.call(`swarm/connect?arg=${server.address}`)
  const added = await first.call('add?raw-leaves=true&pin=false', form(file('a', new Uint8Array([1, 2]))))
  const { Hash: cid } = JSON.parse(added) as { readonly Hash: string }

  const provided = await events(first, `routing/provide?arg=${cid}`)
  const providers = await events(second, `dht/findprovs?arg=/ipfs/${cid}&num-providers=1`)
  const peers = await events(second, `routing/findpeer?arg=${first.peerId}`)
  const closest = await events(second, `dht/query?arg=${first.peerId}`)
  const text = async (command: string) => await second.call(`${command}&encoding=text`)
  const providersText = await text(`routing/findprovs?arg=${cid}`)
  const verboseText = await text(`routing/findprovs?arg=${cid}&verbose=true`)
  const addressesText = await text(`routing/findpeer?arg=${server.peerId}`)
  const closestText = await text(`dht/query?arg=${first.peerId}`)
  const tablesText = await text('stats/dht?arg=lan')
  const pingText = await text(`ping?arg=${server.peerId}&count=1`)
  const announced = await first.call(`routing/provide?arg=${cid}&encoding=text`)
  const nobody = await events(second, `dht/findpeer?arg=${UNKNOWN_PEER}`)

  expect(provided.map(({ Type }) => Type)).toContain(2)
  expect(ofType(providers, 4)).toEqual([
    { Extra: '', ID: '', Type: 4, Responses: [{ ID: first.peerId, Addrs: expect.any(Array) }] },
  ])
  expect(ofType(peers, 2).map(({ Responses }) => Responses?.[0]?.ID)).toEqual([first.peerId])
  expect(ofType(closest, 2).map(({ ID }) => ID)).toContain(server.peerId)
  expect(providersText).toBe(`${first.peerId}\n`)
  expect(verboseText).toMatch(new RegExp(`^\\d\\d:\\d\\d:\\d\\d\\.\\d{3}: provider: ${first.peerId}$`, 'm'))
  expect(addressesText).toBe(`${server.address.replace(/\/p2p\/.*/, '')}\n`)
  expect(closestText.split('\n')).toContain(server.peerId)
  expect(tablesText).toContain(`  @ ${server.peerId}  never `)
  expect(pingText).toMatch(
    /^PING 12D3\w+\.\nPong received: time=\d+\.\d\d ms\nAverage latency: \d+\.\d\dms\n$/,
  )
  expect(announced).toBe('')
  expect(nobody.at(-1)).toEqual({ Extra: 'routing: not found', ID: '', Responses: null, Type: 3 })
  expect(ofType(nobody, 2)).toEqual([])

  await expect(second.call(`dht/provide?arg=${cid}`)).rejects.toThrow(
    `block ${cid} not found locally, cannot provide`,
  )
  await expect(second.call(`dht/findprovs?arg=${cid}&num-providers=0`)).rejects.toThrow(
    'number of providers must be greater than 0',
  )
  await expect(second.call('dht/query?arg=nobody')).rejects.toThrow('answered 400: ')
  await expect(second.call(`dht/findpeer?arg=${second.peerId}`)).rejects.toThrow('finding your own node')
})

it('dht/query finds a peer that has just connected, and does not wait when none connects', async () => {
  const [first, second, alone] = await Promise.all(
    [1, 2, 3].map(() => peerNode({}, { routing: { type: 'dhtserver' } })),
  )
  if (!first || !second || !alone) throw new RangeError('no nodes')
  await second.call(`swarm/connect?arg=${first.address}`)

  expect((await events(first, `dht/query?arg=${second.peerId}`)).map(({ ID }) => ID)).toContain(second.peerId)
  await expect(alone.call(`dht/query?arg=${second.peerId}`)).rejects.toThrow(
    'failed to find any peer in table',
  )
})

it('a node without a DHT and without peers says so', async () => {
  const alone = await peerNode({}, { routing: { type: 'none' } })

  await expect(alone.call(`dht/query?arg=${alone.peerId}`)).rejects.toThrow('routing service is not a DHT')
  await expect(alone.call('dht/provide?arg=bafkqaaa')).rejects.toThrow('cannot provide, no connected peers')
})
