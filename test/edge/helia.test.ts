import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeUrl, workerOptions } from '../../edge/local/worker-options.ts'
import { installFolder } from '../check/install-folder.ts'
import { root } from '../check/run-tool.ts'
import { file, form } from '../requests/form.ts'

/** On a machine without the packages, and with a slow registry. */
const INSTALL_MS = 120_000

/** Several blocks. */
const CONTENT = Buffer.from(Uint8Array.from({ length: 1_000_000 }, (_, at) => (at * 7) % 253))

let runtime: Miniflare
let url: URL
let helia: Awaited<ReturnType<typeof startHelia>>
let ownId: string

beforeAll(async () => {
  if (!(await installFolder('test/peers/helia'))) throw new Error('Cannot install Helia')
  const options = await workerOptions({ port: 0, variables: { IPNS_USE_PUBSUB: 'true' } })
  runtime = new Miniflare(options)
  ;[url, helia] = await Promise.all([nodeUrl(runtime, options), startHelia()])
  ownId = JSON.parse(await call('id')).ID
  await helia.call('dial', `/ip4/127.0.0.1/tcp/${url.port}/ws/p2p/${ownId}`)
  // The node asks a peer for blocks once that one has said that it exchanges them.
  await until(async () => JSON.parse(await call('bitswap/stat')).Peers?.length > 0)
}, INSTALL_MS)
afterAll(async () => {
  helia.stop()
  await runtime.dispose()
})

describe('Helia', () => {
  it('provides files to the node, and reads files of the node', async () => {
    const theirs = await helia.call('add', CONTENT.toString('base64'))
    const fetched = await fetch(command(`cat?arg=${theirs}`), { method: 'POST' })
    expect(CONTENT.equals(new Uint8Array(await fetched.arrayBuffer()))).toBe(true)

    const own = CONTENT.toReversed()
    const { Hash } = JSON.parse(await call('add?cid-version=1', form(file('a', own))))
    expect(await helia.call('cat', Hash)).toBe(Buffer.from(own).toString('base64'))
  })

  it('runs on a blockstore and a Datastore of this project', async () => {
    const cid = await helia.call('add', Buffer.from('in our blockstore').toString('base64'))
    const name = await helia.call('publish', cid)

    const { hasBlock, values } = await helia.call('stored', cid)

    expect(name).toMatch(/^\w{40,}$/)
    expect(hasBlock).toBe(true)
    expect(values).toBeGreaterThan(1)
  })

  it('exchanges messages with the node, both ways', async () => {
    const subscription = await fetch(command('pubsub/sub?arg=news'), { method: 'POST' })
    const reader = subscription.body?.getReader()
    await helia.call('subscribe', 'news')
    await until(async () => (await helia.call('subscribers', 'news')).includes(ownId))
    await until(async () => JSON.parse(await call('pubsub/peers?arg=news')).Strings.length > 0)

    await helia.call('send', 'news', 'from Helia')
    const line = await nextLine(reader)
    expect(atob(JSON.parse(line).data)).toBe('from Helia')

    await call('pubsub/pub?arg=news&arg=from%20the%20node')
    await until(async () => (await helia.call('received', 'news')).includes('from the node'))
    await reader?.cancel()
  })

  it('publishes names to the node, and resolves names of the node', async () => {
    const { Hash } = JSON.parse(await call('add?cid-version=1', form(file('b', 'named'))))
    await helia.call('resolve', ownId).catch(() => 'not yet, but it has subscribed')
    await call(`name/publish?arg=${Hash}`)
    await until(async () => (await helia.call('resolve', ownId).catch(() => '')) === `/ipfs/${Hash}`)

    const name = await helia.call('publish', Hash)
    expect(JSON.parse(await call(`name/resolve?arg=${name}`))).toEqual({ Path: `/ipfs/${Hash}` })
  })
})

function command(path: string): URL {
  return new URL(`/api/v0/${path}`, url)
}

async function call(path: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(command(path), { method: 'POST', ...init })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${text}`)
  return text
}

/** The first line that is not empty: an empty one confirms the subscription. */
async function nextLine(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<string> {
  for (let text = ''; ; ) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) throw new Error('The subscription has ended')
    text += new TextDecoder().decode(value)
    if (text.trim() !== '') return text.trim()
  }
}

/** What `peer.js` of the folder answers to. */
interface HeliaCalls {
  dial(address: string): string
  add(base64: string): string
  cat(cid: string): string
  stored(cid: string): { readonly hasBlock: boolean; readonly values: number }
  publish(cid: string): string
  resolve(peerId: string): string
  subscribe(topic: string): undefined
  subscribers(topic: string): readonly string[]
  send(topic: string, text: string): number
  received(topic: string): readonly string[]
}

/** Helia in a process of its own. */
async function startHelia() {
  const child: ChildProcess = fork(join(root, 'test/peers/helia/peer.js'))
  await once(child, 'message')
  let count = 0
  return {
    stop: () => child.kill(),
    async call<Name extends keyof HeliaCalls>(
      name: Name,
      ...args: Parameters<HeliaCalls[Name]>
    ): Promise<ReturnType<HeliaCalls[Name]>> {
      count += 1
      const id = count
      const { promise, resolve, reject } = Promise.withResolvers<ReturnType<HeliaCalls[Name]>>()
      const onMessage = (message: { id: number; result: ReturnType<HeliaCalls[Name]>; error?: string }) => {
        if (message.id !== id) return
        child.off('message', onMessage)
        if (message.error === undefined) resolve(message.result)
        else reject(new Error(message.error))
      }
      child.on('message', onMessage)
      child.send({ id, call: name, args })
      return promise
    },
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}
