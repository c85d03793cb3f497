import { describe, expect, it } from 'vitest'
import { originPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { DomainError } from '../../../src/errors.ts'
import type { PeerProcess } from '../../../src/ports/peer-process.ts'
import { memoryNode } from '../memory-ports.ts'

const ORIGIN = 'http://page.example'

describe('a call on a host of several processes', () => {
  it('runs in the process with the peer if the command needs peers, and otherwise here', async () => {
    const send = await nodeBeside({
      fetch: async ({ url }) => new Response(`forwarded ${new URL(url).search}`),
    })

    expect(await (await send('swarm/peers?verbose=true')).text()).toBe('forwarded ?verbose=true')
    expect(await (await send('version')).json()).toHaveProperty('Version')
  })

  it('says that the node is offline if no process runs a peer, after it has read the request', async () => {
    const send = await nodeBeside(undefined)

    expect(await (await send('swarm/peers')).json()).toMatchObject({
      Message: expect.stringContaining('must be run in online mode'),
    })
    expect((await send('swarm/peers?unknown=1&unknown')).status).toBe((await send('swarm/peers')).status)
  })

  it('fails with the error of the process that ended', async () => {
    const fetch = async () => {
      throw new DomainError('unavailable', 'the tab was closed')
    }
    const send = await nodeBeside({ fetch })

    const response = await send('swarm/peers')

    expect([response.status, await response.json()]).toEqual([
      500,
      { Message: 'the tab was closed', Code: 0, Type: 'error' },
    ])
  })

  it('is refused here if its caller may not call', async () => {
    const send = await nodeBeside({ fetch: async () => new Response('forwarded') })

    expect((await send('swarm/peers', { headers: { Origin: 'http://other.example' } })).status).toBe(403)
  })
})

async function nodeBeside(peer: Pick<PeerProcess, 'fetch'> | undefined) {
  const peerProcess = peer && { fetchBlock: async () => false, ...peer }
  const node = await memoryNode({ peerProcesses: { isElsewhere: true, find: async () => peerProcess } })
  const app = createApp(node, originPolicy(ORIGIN))
  return async (path: string, init: RequestInit = {}) =>
    app.fetch(new Request(`${ORIGIN}/api/v0/${path}`, { method: 'POST', ...init }))
}
