import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { describe, expect, it, onTestFinished } from 'vitest'
import { APP_FILES, startTabNode } from './app-files.ts'
import { controlled } from './controlled.ts'
import { testBrowser } from './open-page.ts'
import { promiseBlocks } from './promise-blocks.ts'
import { startDirectServer } from './start-direct-server.ts'
import { ECHO_PROTOCOL, startRelay } from './start-relay.ts'

const LIBRARY = join(import.meta.dirname, '../../dist/lib')

/** A channel that holds more loses most of it on a fast network. A message of 16 KiB may exceed the limit of 128. */
const MAX_UNSENT_BYTES = 145 * 1024

/** Connections, relay and exchange of blocks: what a tab loads when it is elected and connects. */
const CONNECTION_KILOBYTES = 175

const PEER_CODE = /^net-(start-peer|load-transports)/

declare let tabNode: Awaited<ReturnType<typeof import('../../web/host/tab.ts').createTabNode>>
declare global {
  var mostUnsentBytes: number
  var heardText: Promise<string>
}

const browser = testBrowser()
describe('a tab among peers', () => {
  it('connects to another browser directly, by way of the relay alone, and stays connected when that has gone', async () => {
    const passing = await startRelay()
    const [first, second] = await Promise.all([openApp(), openApp()])
    await Promise.all([first, second].map(({ call }) => call(`swarm/connect?arg=${passing.address}`)))
    const scripts = first.scripts()
    const address = await first.browserAddress()

    await second.call(`swarm/connect?arg=${address}`)

    expect(await second.connections()).toContain('2 /p2p-circuit/webrtc')
    await expect.poll(first.connections).toContain('1 /webrtc')
    const cid = await first.page.evaluate(addText, 'from tab to tab')
    const reader = await second.another({ network: false })
    await reader.page.evaluate(controlled)
    expect(await reader.page.evaluate(readContent, `/ipfs/${cid}`)).toBe('from tab to tab')
    for (const { server, outside } of [first, second]) {
      expect(new Set(outside())).toEqual(new Set([new URL(server.url).host, passing.host]))
    }
    // The code of peers is loaded by a tab that is elected, within its budget, and by no tab without peers.
    await reader.call('swarm/peers').catch(() => undefined)
    const loaded = scripts.filter((name) => !reader.scripts().includes(name))
    const kilobytes = loaded.map((name) => gzipSync(readFileSync(join(LIBRARY, name))).byteLength / 1000)
    expect(reader.scripts().filter((name) => PEER_CODE.test(name))).toEqual([])
    expect(loaded.filter((name) => PEER_CODE.test(name))).toHaveLength(2)
    expect(kilobytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(CONNECTION_KILOBYTES)

    await passing.stop()
    await expect.poll(second.connections).toEqual(['2 /p2p-circuit/webrtc'])

    const later = await first.page.evaluate(addText, 'without a relay')
    expect(await second.call(`cat?arg=${later}`)).toBe('without a relay')
    await first.page.evaluate(subscribe)
    expect(await second.page.evaluate(publishText, 'by WebRTC alone')).toBe(200)
    expect(await first.page.evaluate(() => heardText)).toBe('by WebRTC alone')
  })

  it('connects to another browser directly where it is already connected through the relay', async () => {
    const passing = await startRelay()
    onTestFinished(() => passing.stop())
    const [first, second] = await Promise.all([openApp(), openApp()])
    await Promise.all([first, second].map(({ call }) => call(`swarm/connect?arg=${passing.address}`)))
    const address = await first.browserAddress()
    await second.call(`swarm/connect?arg=${address.replace('/webrtc', '')}`)
    expect(await second.connections()).toContain('2 /p2p-circuit')

    await second.call(`swarm/connect?arg=${address}`)

    expect(await second.connections()).toContain('2 /p2p-circuit/webrtc')
  })

  it('reads from another browser while a peer promises all blocks and sends none', async () => {
    const promising = await startRelay()
    onTestFinished(() => promising.stop())
    const asked = await promiseBlocks(promising.libp2p)
    const [first, second] = await Promise.all([openApp(), openApp()])
    await Promise.all([first, second].map(({ call }) => call(`swarm/connect?arg=${promising.address}`)))
    await second.call(`swarm/connect?arg=${await first.browserAddress()}`)
    const text = 'of many blocks '.repeat(100_000)
    const cid = await first.page.evaluate(addText, text)
    await first.page.evaluate(watchUnsent)

    expect(await second.call(`cat?arg=${cid}&timeout=20s`)).toBe(text)

    // The reader asks both peers, and may be done before the question to this one has arrived.
    await expect.poll(asked).toBeGreaterThan(0)
    expect(await first.page.evaluate(() => mostUnsentBytes)).toBeLessThan(MAX_UNSENT_BYTES)
  })

  it('connects by WebRTC to a server that has no name and no certificate, until that announces too long a message', async () => {
    const server = await startDirectServer()
    onTestFinished(() => server.stop())
    const tab = await openApp()

    await tab.call(`swarm/connect?arg=${server.address}`)

    expect(await tab.connections()).toEqual([expect.stringMatching(/^2 .*\/webrtc-direct/)])
    expect(await tab.call(`ping?arg=${server.peerId}&count=1`)).toContain('Average latency')

    await server.announceTooMuch()

    await expect.poll(() => tab.call('swarm/peers')).toContain('"Peers":null')
  })

  it('serves the other tabs and the service worker, and the next tab takes over when it is closed', async () => {
    const relay = await startRelay()
    onTestFinished(() => relay.stop())
    const first = await openApp()
    await first.call(`swarm/connect?arg=${relay.address}`)
    const second = await first.another()
    const worker = await first.another({ network: false })
    const byWorker = () => worker.page.evaluate(fetchText, '/api/v0/swarm/peers')
    await worker.page.evaluate(controlled)

    const answers = [await second.call('swarm/peers'), await byWorker()]
    expect(answers).toEqual([await first.call('swarm/peers'), answers[0]])
    expect(answers[0]).toContain('/ws')
    expect(second.scripts().some((name) => PEER_CODE.test(name))).toBe(false)

    expect(await second.page.evaluate(publishText, 'by way of the first')).toBe(200)
    await second.call('config?arg=Experimental.Libp2pStreamMounting&arg=true&bool=true')
    const path = encodeURIComponent('/ws/http-path/tunnels%2Fecho')
    await second.call(`p2p/forward?arg=${ECHO_PROTOCOL}&arg=${path}&arg=${relay.address}`)
    for (const { page } of [first, second]) {
      expect(await page.evaluate(throughTunnel, 'echo')).toBe('both ways')
    }
    await expect(first.page.evaluate(throughTunnel, 'nowhere')).rejects.toThrow('Cannot find tunnel')

    await first.page.close()

    await expect.poll(() => second.call('swarm/peers')).toContain('"Peers":null')
    await second.call(`swarm/connect?arg=${relay.address}`)
    expect(await byWorker()).toBe(await second.call('swarm/peers'))

    await second.page.close()
    await expect.poll(byWorker).toContain('must be run in online mode')
  })
})

interface AppOptions {
  readonly network?: boolean
}

/** A page that embeds the node, in a profile of its own. */
async function openApp(options?: AppOptions) {
  const opened = await browser.open({ at: 'app', extras: APP_FILES })
  return { ...opened, ...(await startNode(opened.page, options)), another }

  async function another(others?: AppOptions) {
    const page = await opened.context.newPage()
    await page.goto(`${opened.server.url}app`)
    return { page, ...(await startNode(page, others)) }
  }
}

async function startNode(page: Page, { network = true }: AppOptions = {}) {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('websocket', (socket) => requests.push(socket.url()))
  await page.reload()
  await startTabNode(page, { network })
  const call = (path: string) => page.evaluate(callNode, path)
  return {
    call,
    /** The direction and the kind of each connection. */
    async connections(): Promise<readonly string[]> {
      const { Peers } = JSON.parse(await call('swarm/peers?direction=true'))
      return Peers.map(({ Direction, Addr }: Record<string, string>) => {
        return `${Direction} ${Addr?.replace(/^.*\/p2p\/[^/]+/, '')}`
      })
    },
    async browserAddress(): Promise<string> {
      const isBrowser = (address: string) => address.includes('/p2p-circuit/webrtc/')
      const addresses = async () => (JSON.parse(await call('id')).Addresses as string[]).find(isBrowser)
      await expect.poll(addresses).toBeDefined()
      return (await addresses()) ?? ''
    },
    outside: () => requests.map((url) => new URL(url).host),
    scripts: () =>
      requests.map((url) => new URL(url).pathname.slice(1)).filter((name) => name.endsWith('.js')),
  }
}

async function callNode(path: string): Promise<string> {
  const response = await tabNode.fetch(`/api/v0/${path}`, { method: 'POST' })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return text
}

/** Notes how many bytes the browser holds for a channel at most. */
function watchUnsent(): void {
  const { send } = RTCDataChannel.prototype as { send(data: ArrayBufferView<ArrayBuffer>): void }
  globalThis.mostUnsentBytes = 0
  RTCDataChannel.prototype.send = function (data: unknown) {
    send.call(this, data as ArrayBufferView<ArrayBuffer>)
    globalThis.mostUnsentBytes = Math.max(globalThis.mostUnsentBytes, this.bufferedAmount)
  }
}

async function publishText(text: string): Promise<number> {
  const body = new FormData()
  body.append('data', new Blob([text]))
  return (await tabNode.fetch('/api/v0/pubsub/pub?arg=udG9waWM', { method: 'POST', body })).status
}

/** Subscribes to a topic. Its first message will be in `heardText`. */
async function subscribe(): Promise<void> {
  const response = await tabNode.fetch('/api/v0/pubsub/sub?arg=udG9waWM', { method: 'POST' })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  // An empty line says that the topic is subscribed.
  await reader?.read()
  const read = async () => {
    let lines = ''
    while (lines.trim() === '') lines += (await reader?.read())?.value ?? '{}'
    return atob(JSON.parse(lines).data.slice(1))
  }
  globalThis.heardText = read()
}

async function addText(text: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([text]), 'text.txt')
  const response = await tabNode.fetch('/api/v0/add?cid-version=1', { method: 'POST', body })
  return (await response.json()).Hash
}

/** What a service sends back, of which the first part is read before the second is sent. */
async function throughTunnel(name: string): Promise<string> {
  const { readable, writable } = await tabNode.openTunnel(name)
  const [reader, writer] = [readable.getReader(), writable.getWriter()]
  let received = ''
  for (const part of ['both ', 'ways']) {
    await writer.write(new TextEncoder().encode(part))
    received += new TextDecoder().decode((await reader.read()).value)
  }
  await writer.close()
  return received
}

async function readContent(path: string): Promise<string> {
  const response = await fetch(path)
  return response.ok ? response.text() : `${response.status} ${await response.text()}`
}

async function fetchText(path: string): Promise<string> {
  return (await fetch(path, { method: 'POST' })).text()
}
