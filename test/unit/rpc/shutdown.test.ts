import { expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { createNode } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
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
