import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { parseCid } from '../../../src/codec/cid/cid.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { file, form } from '../../requests/form.ts'
import { memoryNode } from '../memory-ports.ts'

const CONTENT = Uint8Array.from({ length: 3_000 }, (_, at) => at % 251)

/** A node with a pinned file of three raw leaves, of which one has wrong bytes and was found, and a loose block. */
async function nodeWithCorruptLeaf(leafAt: number) {
  const store = memoryBlockstore()
  const app = createApp(await memoryNode({ blockstore: store }), loopbackPolicy())
  const call = (path: string, init?: RequestInit) =>
    app.fetch(new Request(`http://127.0.0.1/api/v0/${path}`, { method: 'POST', ...init }))
  const added = await call('add?cid-version=1&chunker=size-1000', form(file('f', CONTENT)))
  const root: string = (await added.json()).Hash
  const links = (await (await call(`refs?arg=${root}`)).text()).trim().split('\n')
  const leaf: string = JSON.parse(links[leafAt] ?? '').Ref
  const loose: string = (await (await call('block/put', form(file('data', 'loose')))).json()).Key
  await store.replace(parseCid(leaf), Uint8Array.of(1, 2, 3))
  const found = await call(`block/get?arg=${leaf}`)
  expect(found.status).toBe(500)
  const get = (headers: HeadersInit) => app.fetch(new Request(`http://127.0.0.1/ipfs/${root}`, { headers }))
  return { call, get, root, leaf, loose }
}

describe('a pinned file with a corrupt leaf', () => {
  it('does not keep other blocks from being removed', async () => {
    const { call, loose } = await nodeWithCorruptLeaf(1)

    expect(await (await call(`block/rm?arg=${loose}`)).json()).toEqual({ Hash: loose })
  })

  it('still keeps its own blocks, the corrupt one too', async () => {
    const { call, leaf, root } = await nodeWithCorruptLeaf(1)

    const { Keys } = await (await call(`pin/ls?arg=${leaf}`)).json()

    expect(Keys[leaf].Type).toBe(`indirect through ${root}`)
  })

  it('gives out ranges of its good leaves, also behind a bad first one', async () => {
    const { get } = await nodeWithCorruptLeaf(0)

    const range = await get({ Range: 'bytes=2000-2009' })

    expect(range.status).toBe(206)
    expect(new Uint8Array(await range.arrayBuffer())).toEqual(CONTENT.slice(2000, 2010))
    expect((await get({})).status).toBe(500)
  })
})
