import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { rawFile, storeBlocks } from '../requests/stored-tree.ts'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

interface Stat {
  readonly NumObjects: number
  readonly RepoSize: number
  readonly Usage?: Readonly<Record<'Pinned' | 'Files' | 'Calendar' | 'Ledger' | 'Unpinned', number>>
}

const stat = async (query = ''): Promise<Stat> => (await post(`repo/stat${query}`)).json() as Promise<Stat>

describe('POST /api/v0/repo/stat', () => {
  it('counts each block once, flat and as the document nests it', async () => {
    const { blocks } = await rawFile('counted by repo/stat')
    const before = await stat()

    await storeBlocks(send, [...blocks, ...blocks])
    const after = await stat()

    expect(after).toEqual({
      RepoSize: before.RepoSize + 20,
      StorageMax: 10_000_000_000,
      NumObjects: before.NumObjects + 1,
      RepoPath: expect.stringMatching(/./),
      Version: 'fs-repo@11',
      SizeStat: { RepoSize: before.RepoSize + 20, StorageMax: 10_000_000_000 },
    })
  })

  it('shows the StorageMax of the settings', async () => {
    const setting = 'config?arg=Datastore.StorageMax'
    expect(await (await post(setting)).json()).toEqual({ Key: 'Datastore.StorageMax', Value: '10GB' })

    await post(`${setting}&arg=5GiB`)
    const changed = await stat()
    const refused = await (await post(`${setting}&arg=much`)).json()
    await post(`${setting}&arg=10GB`)

    expect(changed).toMatchObject({
      StorageMax: 5_368_709_120,
      SizeStat: { StorageMax: 5_368_709_120 },
    })
    expect(refused.Message).toBe(
      'failed to set config value: Datastore.StorageMax is not a size such as "10GB"',
    )
  })

  it('tells only sizes with size-only', async () => {
    expect(await stat('?size-only=true')).toMatchObject({ NumObjects: 0, RepoPath: '', Version: '' })
  })

  it('tells with usage what keeps the bytes, each block once', async () => {
    const { cid, blocks } = await rawFile('told apart by usage')
    const before = (await stat('?usage=true')).Usage

    await storeBlocks(send, blocks)
    const stored = await stat('?usage=true')
    await post(`pin/add?arg=${cid}`)
    const pinned = await stat('?usage=true')

    expect((stored.Usage?.Unpinned ?? 0) - (before?.Unpinned ?? 0)).toBe(19)
    expect(pinned.Usage).toEqual({
      ...before,
      Pinned: (before?.Pinned ?? 0) + 19,
    })
    expect(Object.values(pinned.Usage ?? {}).reduce((sum, part) => sum + part, 0)).toBe(pinned.RepoSize)
    await post(`pin/rm?arg=${cid}`)
    await post(`files/cp?arg=/ipfs/${cid}&arg=/usage`)
    expect((await stat('?usage=true')).Usage?.Files).toBeGreaterThanOrEqual((before?.Files ?? 0) + 19)
    await post('files/rm?arg=/usage')
  })

  it('writes aligned lines for encoding=text, in decimal units with human', async () => {
    const plain = await (await post('repo/stat?encoding=text')).text()
    const human = await (await post('repo/stat?encoding=text&human=true&size-only=true')).text()

    expect(plain).toMatch(
      /^NumObjects: \d+\nRepoSize: {3}\d+\nStorageMax: 10000000000\nRepoPath: {3}.+\nVersion: {4}fs-repo@11\n$/,
    )
    expect(human).toMatch(/^RepoSize: {3}[\d.]+ k?M?G?B\nStorageMax: 10 GB\n$/)
  })

  it('writes a line for each part of the usage after them', async () => {
    const text = await (await post('repo/stat?encoding=text&usage=true')).text()

    expect(text).toMatch(
      /\nVersion: {4}fs-repo@11\nPinned: {5}\d+\nFiles: {6}\d+\nCalendar: {3}\d+\nLedger: {5}\d+\nUnpinned: {3}\d+\n$/,
    )
  })
})

describe('POST /api/v0/refs/local', () => {
  it('lists every block by its raw CID', async () => {
    const { cid, blocks } = await rawFile('listed by refs/local')
    await storeBlocks(send, blocks)

    const lines = (await (await post('refs/local')).text()).trimEnd().split('\n')

    expect(lines).toContain(`{"Ref":"${cid}","Err":""}`)
    expect(lines).toHaveLength((await stat()).NumObjects)
  })
})
