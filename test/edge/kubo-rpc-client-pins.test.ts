import { CID, type KuboRPCClient } from 'kubo-rpc-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { kuboClient } from './kubo-client.ts'

/** The JavaScript client of the reference, unchanged, against workerd: pins, references and the repository. */
describe('kubo-rpc-client, pins and repo', () => {
  let client: KuboRPCClient
  const connected = kuboClient()

  beforeAll(() => {
    client = connected()
  })

  /** A folder of two files, not pinned. */
  async function folder(name: string): Promise<CID> {
    const source = ['one', 'two'].map((file) => ({ path: `${name}/${file}`, content: `${name}, ${file}` }))
    const added = await all(client.addAll(source, { pin: false }))
    return added.at(-1)?.cid ?? expect.unreachable()
  }

  it('pins with a name, directly and recursively, and lists by type', async () => {
    const [whole, single] = [await folder('whole'), await folder('single')]

    expect(await client.pin.add(whole, { name: 'a whole folder' })).toEqual(whole)
    await client.pin.add(single, { recursive: false })

    const pins = await all(client.pin.ls({ names: true }))
    const typeOf = (cid: CID) => pins.find((pin) => pin.cid.equals(cid))
    expect(typeOf(whole)).toMatchObject({ type: 'recursive', name: 'a whole folder' })
    expect(typeOf(single)).toMatchObject({ type: 'direct' })
    expect(await all(client.pin.ls({ type: 'direct' }))).toEqual([{ cid: single, type: 'direct' }])
    expect(await all(client.pin.ls({ name: 'whole f' }))).toHaveLength(1)
    expect(pins.filter(({ type }) => type === 'indirect')).toHaveLength(2)
  })

  it('moves a pin to another folder', async () => {
    const [from, to] = [await folder('before the move'), await folder('after the move')]
    await client.pin.add(from)

    expect(await client.pin.update(from, to)).toEqual([from, to])

    expect(await all(client.pin.ls({ paths: to }))).toMatchObject([{ type: 'recursive' }])
    await expect(all(client.pin.ls({ paths: from }))).rejects.toThrow('is not pinned')
  })

  it('removes several pins', async () => {
    const cids = [await folder('first of several'), await folder('second of several')]
    await all(client.pin.addAll(cids.map((cid) => ({ cid }))))

    const removed = await all(client.pin.rmAll(cids.map((cid) => ({ cid }))))

    expect(removed).toEqual(cids)
    await expect(client.pin.rm(cids[0] ?? expect.unreachable())).rejects.toThrow(
      'not pinned or pinned indirectly',
    )
  })

  it('lists references, once or by every way, and those of the store', async () => {
    const root = await folder('with references')

    const refs = await all(client.refs(root, { recursive: true, unique: true }))
    const edges = await all(client.refs(root, { edges: true }))
    const local = await all(client.refs.local())

    expect(refs).toHaveLength(2)
    expect(edges.map(({ ref }) => ref)).toEqual(refs.map(({ ref }) => `${root} -> ${ref}`))
    expect(local.length).toBeGreaterThan(2)
    const absent = CID.parse('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')
    expect(await all(client.refs(absent))).toEqual([
      { ref: '', err: `block was not found locally (offline): ipld: could not find ${absent}` },
    ])
  })

  it('collects what nothing pins and keeps the rest', async () => {
    const [kept, loose] = [await folder('kept'), await folder('loose')]
    await client.pin.add(kept)

    const removed = await all(client.repo.gc())

    const raw = (cid: CID) => CID.createV1(0x55, cid.multihash).toString()
    const cids = removed.map(({ cid, err }) => `${cid ?? err}`)
    expect(cids).toContain(raw(loose))
    expect(cids).not.toContain(raw(kept))
    expect(await all(client.ls(kept))).toHaveLength(2)
    await expect(all(client.ls(loose))).rejects.toThrow('could not find')
  })

  it('asks for the version of the repo', async () => {
    expect(await client.repo.version()).toBe('11')
  })
})

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of source) items.push(item)
  return items
}
