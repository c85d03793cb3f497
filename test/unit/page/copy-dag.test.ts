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
    const root = await addFolder(from, 17 * MIB)
    const told: number[] = []

    await copyDag(from.call, to.call, root, {
      signal: new AbortController().signal,
      name: 'shells',
      onBytes: (bytes) => told.push(bytes),
    })

    expect(told).toEqual(told.toSorted((a, b) => a - b))
    expect(told.at(-1)).toBeGreaterThan(17 * MIB)
    expect(to.paths.filter((path) => path === 'dag/import')).toHaveLength(3)
    const options = { names: true, stream: true, type: 'recursive' } as const
    const pins = await collectAll(await to.call('pin/ls', { options }))
    expect(pins).toEqual([expect.objectContaining({ Cid: root, Name: 'shells' })])
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
    const root = await addFolder(from, 9 * MIB)
    const leaving = new AbortController()

    const copied = copyDag(from.call, to.call, root, {
      signal: leaving.signal,
      onBytes: () => leaving.abort(),
    })

    await expect(copied).rejects.toThrow('aborted')
    expect(to.paths).toEqual(['dag/import'])
  })
})

/** A client of a node of its own, and the commands that it calls. Once `cut`, an export lacks its last byte. */
async function client() {
  const app = createApp(await memoryNode(), loopbackPolicy())
  const paths: string[] = []
  let isCut = false
  const call = createClient({
    url: 'http://127.0.0.1/api/v0',
    fetch: async (url, init) => {
      const path = new URL(url).pathname.slice('/api/v0/'.length)
      paths.push(path)
      const response = await app.request(url, init)
      if (!isCut || path !== 'dag/export') return response
      return new Response((await response.blob()).slice(0, -1), { headers: response.headers })
    },
  })
  const cut = () => {
    isCut = true
  }
  return { call, paths, cut }
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
