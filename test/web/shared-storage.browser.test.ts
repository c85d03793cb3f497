import { beforeAll, describe, expect, it } from 'vitest'
import { send as sendToWorker } from '../hosts/service-worker.ts'
import { streamedForm } from '../requests/form.ts'
import { oneFile, rootOf, tabApp } from './tab-app.ts'

type Send = (path: string, init?: RequestInit) => Promise<Response>

const worker: Send = (path, init) => sendToWorker(path, { method: 'POST', ...init })

describe('tab and service worker over one storage', () => {
  let tab: Send

  beforeAll(async () => {
    tab = (await tabApp()).send
  })

  it('write at once, and each serves what the other wrote', async () => {
    const texts = Array.from({ length: 24 }, (_, number) => `${number % 16} `.repeat(40_000))
    const hosts = [tab, worker]

    const roots = await Promise.all(
      texts.map(async (text, at) => {
        const add = hosts[at % 2] ?? tab
        return rootOf(await add('/api/v0/add', { body: oneFile('text', text) }))
      }),
    )

    for (const host of hosts) {
      const read = await Promise.all(
        roots.map(async (root) => (await host(`/api/v0/cat?arg=${root}`)).text()),
      )
      expect(read.every((text, at) => text === texts[at])).toBe(true)
    }
    const stats = await Promise.all(hosts.map(async (host) => (await host('/api/v0/repo/stat')).json()))
    const { NumObjects, RepoSize } = stats[0]
    expect([stats[1].NumObjects, stats[1].RepoSize]).toEqual([NumObjects, RepoSize])
  })

  it('agree at once on what is pinned', async () => {
    const root = await rootOf(await worker('/api/v0/add', { body: oneFile('pinned', 'held by two') }))
    const isPinned = async (host: Send) =>
      root in ((await (await host('/api/v0/pin/ls?type=recursive')).json()).Keys ?? {})
    expect([await isPinned(tab), await isPinned(worker)]).toEqual([true, true])

    await tab(`/api/v0/pin/rm?arg=${root}`)

    expect([await isPinned(tab), await isPinned(worker)]).toEqual([false, false])
  })

  it('collect in one nothing that the other is adding', async () => {
    const half = Promise.withResolvers<void>()
    const blocks = crypto.getRandomValues(new Uint8Array(65_536))
    const before = await storedBlocks(tab)
    async function* content() {
      // A batch is stored, and nothing pinned, when the collection is asked for.
      for (let count = 0; count < 256; count += 1) yield withNumber(blocks, count)
      await half.promise
      for (let count = 256; count < 300; count += 1) yield withNumber(blocks, count)
    }

    const part = {
      headers: { 'Content-Disposition': 'form-data; name="file"; filename="big"' },
      content: content(),
    }
    const adding = worker('/api/v0/add?chunker=size-65536', streamedForm(part)).then(rootOf)
    await expect.poll(async () => (await storedBlocks(tab)) > before + 100).toBe(true)
    const collecting = tab('/api/v0/repo/gc').then(async (response) => {
      const removed = await response.text()
      return { removed, pinned: await (await tab('/api/v0/pin/ls?type=recursive')).text() }
    })
    half.resolve()
    const root = await adding
    const { removed, pinned } = await collecting

    // The collection has waited for the end of the add: with it came the pin.
    expect(pinned).toContain(root)
    expect(removed).not.toContain(root)
    const read = await (await tab(`/api/v0/cat?arg=${root}`)).arrayBuffer()
    expect(read.byteLength).toBe(300 * 65_536)
  })
})

function withNumber(bytes: Uint8Array, number: number): Uint8Array {
  const copy = bytes.slice()
  new DataView(copy.buffer).setUint32(0, number)
  return copy
}

async function storedBlocks(host: Send): Promise<number> {
  return (await (await host('/api/v0/repo/stat')).json()).NumObjects
}
