import { multiaddr } from '@multiformats/multiaddr'
import { drained } from '../../../src/net/drained.ts'
import { streamBytes } from '../../../src/net/forwarding/stream-bytes.ts'
import { createTabNode } from '../../../web/host/tab.ts'
import { offerNetworkBench } from './network-page.ts'

const RAW_PROTOCOL = '/x/raw'
const PIECE_BYTES = 64 * 1024

const node = await createTabNode({ network: true })

async function call(command: string, init: RequestInit = {}): Promise<Response> {
  const response = await node.fetch(`/api/v0/${command}`, { method: 'POST', ...init })
  if (!response.ok) throw new Error(`${command}: ${await response.text()}`)
  return response
}

async function libp2p() {
  const { network } = await node.use(['network'])
  return (await network.peer()).libp2p
}

offerNetworkBench({
  async connect(address) {
    await call(`swarm/connect?arg=${address}`)
  },
  async disconnect() {
    const { Peers } = await (await call('swarm/peers')).json()
    for (const { Peer } of Peers ?? []) await call(`swarm/disconnect?arg=/p2p/${Peer}`)
  },
  async browserAddress() {
    const { Addresses } = await (await call('id')).json()
    return Addresses?.find((address: string) => address.includes('/p2p-circuit/webrtc/'))
  },
  async add(content) {
    const body = new FormData()
    body.append('file', new Blob([content]))
    const added = await call('add?cid-version=1&raw-leaves=true&chunker=size-262144&pin=false', { body })
    return (await added.json()).Hash
  },
  async read(cid) {
    const { body } = await call(`cat?arg=${cid}`)
    if (!body) throw new Error('no content')
    return body
  },
  async serveRaw(sizeBytes) {
    const piece = new Uint8Array(PIECE_BYTES)
    const send = async (stream: Parameters<typeof streamBytes>[0]) => {
      for (let sent = 0; sent < sizeBytes; sent += PIECE_BYTES) {
        if (!stream.send(piece.subarray(0, sizeBytes - sent))) await drained(stream)
      }
      await stream.close()
    }
    await (await libp2p()).handle(RAW_PROTOCOL, (stream) => void send(stream), { force: true })
  },
  async readRaw(address) {
    return streamBytes(await (await libp2p()).dialProtocol(multiaddr(address), RAW_PROTOCOL))
  },
})
