import { CID, type KuboRPCClient } from 'kubo-rpc-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { randomBytes } from '../requests/random-bytes.ts'
import { kuboClient } from './kubo-client.ts'

/** The JavaScript client of the reference, unchanged, against workerd: each command of the road once. */
describe('kubo-rpc-client', () => {
  let client: KuboRPCClient
  const connected = kuboClient()

  beforeAll(() => {
    client = connected()
  })

  it('adds a file and reads it back with cat', async () => {
    const bytes = randomBytes(1, 600_000)
    const { cid, size } = await client.add(bytes)

    expect(cid.toString()).toMatch(/^Qm/)
    expect(size).toBeGreaterThan(bytes.byteLength)
    expect(await joined(client.cat(cid))).toEqual(bytes)
    expect(await joined(client.cat(cid, { offset: 300_000, length: 7 }))).toEqual(
      bytes.slice(300_000, 300_007),
    )
  })

  it('reports progress of an add', async () => {
    const seen: number[] = []
    await client.add(randomBytes(2, 600_000), { progress: (bytes) => seen.push(bytes), cidVersion: 1 })

    expect(seen.at(-1)).toBe(600_000)
  })

  it('adds a folder with addAll, lists it with ls and downloads it with get', async () => {
    const source = [
      { path: 'planets/mars.txt', content: 'Hello Mars!\n' },
      { path: 'planets/venus.txt', content: 'Hello Venus!\n' },
    ]
    const added = await all(client.addAll(source))
    const root = added.at(-1)?.cid
    if (!root) throw new Error('nothing was added')

    const listed = await all(client.ls(root))
    const tar = await joined(client.get(root))

    expect(root.toString()).toBe('QmWSgS32xQEcXMeqd3YPJLrNBLSdsfYCep2U7CFkyrjXwY')
    expect(listed.map(({ name, size, type }) => [name, size, type])).toEqual([
      ['mars.txt', 12, 'file'],
      ['venus.txt', 13, 'file'],
    ])
    expect(new TextDecoder().decode(tar)).toContain('Hello Venus!\n')
  })

  it('puts, gets, stats and removes a block', async () => {
    const bytes = new TextEncoder().encode('a block of the client')
    const cid = await client.block.put(bytes)

    expect(await client.block.get(cid)).toEqual(bytes)
    expect(await client.block.stat(cid)).toMatchObject({ size: bytes.byteLength })
    expect(await all(client.block.rm(cid))).toMatchObject([{ cid }])
    await expect(client.block.get(cid, { offline: true } as object)).rejects.toThrow(/could not find/)
  })

  it('pins, lists and unpins', async () => {
    const { cid } = await client.add('pinned by the client', { pin: false })

    await client.pin.add(cid)
    const listed = await all(client.pin.ls({ paths: cid }))
    await client.pin.rm(cid)

    expect(listed).toMatchObject([{ cid, type: 'recursive' }])
    await expect(all(client.pin.ls({ paths: cid }))).rejects.toThrow(/is not pinned/)
  })

  it('asks for identity, version, repo and commands', async () => {
    const id = await client.id()
    const version = await client.version()
    const stat = await client.repo.stat()
    const commands = await client.commands()

    expect(id.id.toString()).toMatch(/^12D3Koo/)
    expect(id.addresses.map(String)).toEqual([
      expect.stringMatching(/^\/ip4\/127\.0\.0\.1\/tcp\/\d+\/ws\/p2p\/12D3Koo/),
    ])
    expect(version.version).toMatch(/^0\.43\.0-tidepool\./)
    expect(stat.numObjects).toBeGreaterThan(0n)
    expect(stat.version).toBe('fs-repo@11')
    expect(commands).toMatchObject({ Name: 'ipfs' })
  })

  it('reports an unknown CID with the text of the node', async () => {
    const absent = CID.parse('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')

    await expect(joined(client.cat(absent))).rejects.toThrow(`ipld: could not find ${absent}`)
  })
})

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of source) items.push(item)
  return items
}

async function joined(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Blob((await all(source)) as BlobPart[]).arrayBuffer())
}
