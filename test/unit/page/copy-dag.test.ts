import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { type Call, createClient } from '../../../src/rpc/client.ts'
import { copyDag } from '../../../web/app/node/copy-dag.ts'
import { memoryNode } from '../memory-ports.ts'

const MIB = 1024 * 1024

describe('copyDag()', () => {
  it('copies a folder of several parts and pins it under its name', async () => {
    const [from, to] = [await client(), await client()]
    const root = await addFolder(from, 9 * MIB)
    const told: number[] = []

    await copyDag(from.call, to.call, root, {
      signal: new AbortController().signal,
      name: 'shells',
      onBytes: (bytes) => void told.push(bytes),
    })

    expect(told).toEqual(told.toSorted((a, b) => a - b))
    expect(told.at(-1)).toBeGreaterThan(9 * MIB)
    expect(to.paths.filter((path) => path === 'dag/import').length).toBeGreaterThan(2)
    const options = { names: true, stream: true, type: 'recursive' } as const
    const pins = await collectAll(await to.call('pin/ls', { options }))
    expect(pins).toEqual([expect.objectContaining({ Cid: root, Name: 'shells' })])
    const read = await to.call('cat', { args: { 'ipfs-path': `${root}/small.txt` } })
    expect(await new Response(read).text()).toBe('small')
  })

  it('continues where it was cut, and sends everything again when the parts are gone', async () => {
    const [from, to] = [await client(), await client()]
    const root = await addFolder(from, 3 * MIB)
    const { signal } = new AbortController()
    const sent = { first: 0, rest: 0, again: 0 }
    const cut = copyDag(from.call, to.call, root, {
      signal,
      onBytes(bytes) {
        sent.first = bytes
        throw new Error('the page was reloaded')
      },
    })
    await expect(cut).rejects.toThrow('the page was reloaded')
    const copy = (name: 'rest' | 'again') =>
      copyDag(from.call, to.call, root, {
        ...{ signal, sentBytes: sent.first },
        onBytes: (bytes) => {
          sent[name] = bytes
        },
      })

    const before = to.bytes()
    await copy('rest')
    const rest = to.bytes() - before
    await to.call('pin/rm', { args: { 'ipfs-path': [root] } })
    await collectAll(await to.call('repo/gc'))
    await copy('again')

    expect(sent.first).toBeGreaterThanOrEqual(1 * MIB)
    expect(sent.rest).toBeGreaterThan(3 * MIB)
    expect(rest).toBeLessThan(sent.rest - sent.first + 64 * 1024)
    expect(sent.again).toBe(sent.rest)
    const read = await to.call('cat', { args: { 'ipfs-path': `${root}/small.txt` } })
    expect(await new Response(read).text()).toBe('small')
  })

  it('pins nothing when the source stops early, whatever has arrived', async () => {
    const [from, to] = [await client(), await client()]
    const root = await addFolder(from, 1 * MIB)
    from.cut()

    const copied = copyDag(from.call, to.call, root, { signal: new AbortController().signal })

    await expect(copied).rejects.toThrow('The node stopped in the middle of the copy')
    expect(to.paths).not.toContain('pin/add')
  })

  it('ends when it is cancelled', async () => {
    const [from, to] = [await client(), await client()]
    const root = await addFolder(from, 2 * MIB)
    const leaving = new AbortController()

    const copied = copyDag(from.call, to.call, root, {
      signal: leaving.signal,
      onBytes: () => leaving.abort(),
    })

    await expect(copied).rejects.toThrow('aborted')
    expect(to.paths).toEqual(['dag/import'])
  })
})

/** A client of a node of its own, the commands that it calls and the bytes that it sends. Once `cut`, an export lacks its last byte. */
async function client() {
  const app = createApp(await memoryNode(), loopbackPolicy())
  const paths: string[] = []
  let isCut = false
  let sentBytes = 0
  const call = createClient({
    canStream: false,
    url: 'http://127.0.0.1/api/v0',
    fetch: async (url, init) => {
      const path = new URL(url).pathname.slice('/api/v0/'.length)
      paths.push(path)
      if (init.body instanceof Blob) sentBytes += init.body.size
      const response = await app.request(url, init)
      if (!isCut || path !== 'dag/export') return response
      return new Response((await response.blob()).slice(0, -1), { headers: response.headers })
    },
  })
  const cut = () => {
    isCut = true
  }
  return { call, paths, cut, bytes: () => sentBytes }
}

/** Every chunk of the large file differs, so that each is a block of its own. */
async function addFolder({ call }: { readonly call: Call }, sizeBytes: number): Promise<string> {
  const large = new DataView(new ArrayBuffer(sizeBytes))
  for (let at = 0; at < sizeBytes; at += 65_536) large.setUint32(at, at + 1)
  const body = [
    { path: 'shells/large.bin', content: new Blob([large]) },
    { path: 'shells/small.txt', content: 'small' },
  ]
  const lines = await collectAll(await call('add', { body }))
  return lines.at(-1)?.Hash ?? ''
}

async function collectAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
