import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../../edge/system-clock.ts'
import { loopbackPolicy } from '../../../../src/access/policy.ts'
import { createApp } from '../../../../src/app.ts'
import { memoryHostKey } from '../../../../src/memory/memory-host-key.ts'
import type { Outbound } from '../../../../src/ports/outbound.ts'
import { pinRoutes } from '../../../../src/services/pinning/routes.ts'
import { AUTHORIZATIONS, tokenOf } from '../../../requests/access-matrix.ts'
import { chunkedFile, rawFile } from '../../../requests/stored-tree.ts'
import { memoryNode } from '../../memory-ports.ts'

const ENDPOINT = 'https://service.example'
const tree = await chunkedFile([await rawFile('node to node one'), await rawFile('node to node two')])
const cid = tree.cid.toString()

/** A pinning service, and a node that reaches it by HTTP alone, with the tree and the service's name. */
async function pinner({ answers = (response: Response) => response, isCrossOrigin = false } = {}) {
  const service = await memoryNode({ clock: systemClock() })
  const serviceApp = createApp(service, loopbackPolicy(AUTHORIZATIONS), { services: { pins: pinRoutes } })
  const requests: string[] = []
  const pinning: Outbound = {
    ...(isCrossOrigin && { isCrossOrigin }),
    refusal: () => undefined,
    async fetch(request) {
      const { pathname, host } = new URL(request.url)
      requests.push(`${request.method} ${host}${pathname.replace(/[0-9a-z]+-[\w-]{22}/, 'ID')}`)
      const init = { method: request.method, headers: request.headers, signal: request.signal }
      const body = request.body && { body: request.body, duplex: 'half' }
      return answers(await serviceApp.fetch(new Request(`http://127.0.0.1${pathname}`, { ...init, ...body })))
    },
  }
  const hostKey = memoryHostKey(new Uint8Array(32).fill(1))
  const node = await memoryNode({ clock: systemClock(), hostKey, outbound: { pinning } })
  await node.blockstore.putMany(tree.blocks)
  const app = createApp(node, loopbackPolicy())
  const call = (command: string, query: Readonly<Record<string, string>>) =>
    app.fetch(
      new Request(`http://127.0.0.1/api/v0/${command}?${new URLSearchParams(query)}`, { method: 'POST' }),
    )
  const { remotePinning } = await node.use(['remotePinning'])
  await remotePinning.services.add({ name: 'mine', endpoint: ENDPOINT, key: tokenOf('pins') })
  return { service, node, call, requests }
}

/** The service answers with addresses at the host by which the node knows it, as a deployment does. */
function published(host = 'service.example') {
  return (response: Response) => {
    if (!response.body) return response
    const { readable, writable } = new TransformStream<string, string>({
      transform: (text, controller) =>
        controller.enqueue(text.replaceAll('http://127.0.0.1', `http://${host}`)),
    })
    response.body.pipeThrough(new TextDecoderStream()).pipeTo(writable)
    return new Response(readable.pipeThrough(new TextEncoderStream()), response)
  }
}

describe('pin/remote/add to another node of this kind', () => {
  it.each([false, true])(
    'sends the content that the service asks for (in a browser: %s)',
    async (isCrossOrigin) => {
      const { call, service, requests } = await pinner({ answers: published(), isCrossOrigin })

      const response = await call('pin/remote/add', { service: 'mine', arg: cid, name: 'sent' })

      expect(await response.json()).toEqual({ Status: 'pinned', Cid: cid, Name: 'sent' })
      expect(requests).toEqual([
        'POST service.example/pins',
        'PUT service.example/pins/ID/upload',
        'GET service.example/pins/ID',
      ])
      for (const block of tree.blocks) expect(await service.blockstore.has(block.cid)).toBe(true)
    },
  )

  it('sends it in the background too, while the caller waits', async () => {
    const { call } = await pinner({ answers: published() })

    const response = await call('pin/remote/add', { service: 'mine', arg: cid, background: 'true' })

    expect(await response.json()).toEqual({ Status: 'pinned', Cid: cid, Name: '' })
  })

  it('sends its key to no other host', async () => {
    const { call, requests } = await pinner({ answers: published('other.example') })

    const response = await call('pin/remote/add', { service: 'mine', arg: cid })

    expect(response.status).toBe(500)
    expect(await response.text()).toContain('asks for an upload to other.example')
    expect(requests).toEqual(['POST service.example/pins'])
  })

  it('names the block that it cannot send, and the service pins nothing', async () => {
    const { call, node, service } = await pinner({ answers: published() })
    const [leaf] = (await rawFile('node to node two')).blocks
    if (!leaf) throw new Error('A file has a block')
    await node.blockstore.delete(leaf.cid)

    const response = await call('pin/remote/add', { service: 'mine', arg: cid })

    expect(await response.text()).toContain(`could not find ${leaf.cid}`)
    const { pinService } = await service.use(['pinService'])
    const filter = { match: 'exact', states: ['pinned'], limit: 10 } as const
    expect((await pinService.list('pins', filter)).count).toBe(0)
  })

  it('leaves content that it does not have to the service', async () => {
    const { call, node, requests } = await pinner({ answers: published() })
    for (const block of tree.blocks) await node.blockstore.delete(block.cid)

    const response = await call('pin/remote/add', { service: 'mine', arg: cid, background: 'true' })

    expect(await response.json()).toEqual({ Status: 'queued', Cid: cid, Name: '' })
    expect(requests).toEqual(['POST service.example/pins'])
  })
})
