import { describe, expect, it } from 'vitest'
import { bytesOf, ECHO, enabledNode, opened, PATH, readAll, send } from './enabled-node.ts'

const SETTING = 'config?arg=Experimental.Libp2pStreamMounting'
const OFF = 'libp2p stream mounting not enabled'

/** A service of the second node, at a path of the first, with one client that has been answered. */
async function forwarded() {
  const [near, far] = await Promise.all([enabledNode(), enabledNode()])
  await far.call(`p2p/listen?arg=/x/echo&arg=${ECHO}`)
  await near.call(`p2p/forward?arg=/x/echo&arg=${encodeURIComponent(PATH)}&arg=${far.address}`)
  const { client } = await opened(near)
  await send(client, bytesOf(3))
  expect(await readAll(client.readable, 3)).toEqual(bytesOf(3))
  return { near, far, client }
}

describe('forwarding that its owner no longer permits', () => {
  it.each(['near', 'far'] as const)('drops connections and accepts none, at the %s end', async (end) => {
    const { [end]: node, near, client } = await forwarded()

    await node.call(`${SETTING}&arg=false&bool=true`)

    await expect(client.readable.getReader().read()).rejects.toThrow('connection reset')
    const later = await opened(near)
    await expect(later.client.readable.getReader().read()).rejects.toThrow('connection reset')
  })

  it('has no tunnels', async () => {
    const { near } = await forwarded()

    await near.call(`${SETTING}&arg=false&bool=true`)

    const response = await near.send('/tunnels/echo', { method: 'POST' })
    expect([response.status, await response.text()]).toEqual([404, `${OFF}\n`])
  })

  it('continues with the same listeners when its owner permits it again', async () => {
    const { near, far } = await forwarded()
    const listeners = await far.call('p2p/ls')
    await far.call(`${SETTING}&arg=false&bool=true`)

    await far.call(`${SETTING}&arg=true&bool=true`)

    const { client } = await opened(near)
    await send(client, bytesOf(3))
    expect(await readAll(client.readable, 3)).toEqual(bytesOf(3))
    expect(await far.call('p2p/ls')).toBe(listeners)
  })

  it('is not disturbed by changes of other settings', async () => {
    const { near, far, client } = await forwarded()

    for (const node of [near, far]) await node.call('config?arg=Mine.Note&arg=there')
    await send(client, bytesOf(3))

    expect(await readAll(client.readable, 3)).toEqual(bytesOf(3))
  })
})
