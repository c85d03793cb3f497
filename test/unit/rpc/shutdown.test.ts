import { expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { createNode } from '../../../src/node/create.ts'
import { OFFLINE_NODE } from '../../../src/node/offline-node.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import type { PeerProcess } from '../../../src/ports/peer-process.ts'
import { memoryPorts } from '../memory-ports.ts'

it('shutdown answers nothing, every request after it is refused, and the process of the node ends', async () => {
  let ended = 0
  const hostProcess = {
    async end() {
      ended += 1
    },
  }
  const node = await createNode(memoryPorts({ hostProcess }), {
    parts: WHOLE_NODE,
    repoPath: 'memory',
    system: 'memory/node',
  })
  const app = createApp(node, loopbackPolicy())
  const ask = async (path: string, method = 'POST') => {
    const response = await app.fetch(new Request(`http://127.0.0.1${path}`, { method }))
    return [response.status, await response.text()]
  }

  expect(await ask('/api/v0/shutdown')).toEqual([200, ''])

  expect(ended).toBe(1)
  const refused = [503, 'This node is shut down: start it again\n']
  expect(await ask('/api/v0/version')).toEqual(refused)
  expect(await ask('/ipfs/QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn', 'GET')).toEqual(refused)
  expect(await ask('/cal/events/v1/events', 'GET')).toEqual(refused)
})

it('shutdown shuts down the process that is asked, and not the one that runs the peer', async () => {
  const asked: string[] = []
  const peerProcess: PeerProcess = {
    async fetch({ url }) {
      asked.push(new URL(url).pathname)
      return new Response('of the other process')
    },
    fetchBlock: async () => false,
  }
  const peerProcesses = { isElsewhere: true, find: async () => peerProcess }
  const node = await createNode(memoryPorts({ peerProcesses }), {
    parts: OFFLINE_NODE,
    repoPath: 'memory',
    system: 'memory/node',
  })
  const app = createApp(node, loopbackPolicy())
  const post = (path: string) => app.fetch(new Request(`http://127.0.0.1/api/v0/${path}`, { method: 'POST' }))

  expect(await (await post('swarm/peers')).text()).toBe('of the other process')
  expect((await post('shutdown')).status).toBe(200)

  expect((await post('swarm/peers')).status).toBe(503)
  expect(asked).toEqual(['/api/v0/swarm/peers'])
})
