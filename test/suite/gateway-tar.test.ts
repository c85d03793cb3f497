import { unpackTar } from 'modern-tar'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { expectRest } from '../requests/activity.ts'
import { storeCar } from '../requests/gateway-cars.ts'
import { randomBytes } from '../requests/random-bytes.ts'
import {
  chunkedFile,
  directory,
  rawFile,
  type StoredTree,
  storeBlocks,
  symlinkTo,
} from '../requests/stored-tree.ts'

const TAR = 'application/x-tar'
const ABSENT = 'bafkreidon73zkcrwdb5iafqtijxildoonbwnpv7dyd6ef3qdgads2jc4su'
const DAG_CBOR = 'bafyreibs4utpgbn7uqegmd2goqz4bkyflre2ek2iwv743fhvylwi4zeeim'

let folder: StoredTree
let large: StoredTree
let lacking: StoredTree

beforeAll(async () => {
  const pieces = await Promise.all(
    Array.from({ length: 32 }, (_, at) => rawFile(randomBytes(at + 1, 256 * 1024))),
  )
  const lost = await rawFile('gateway tar, never stored')
  large = await directory({ big: await chunkedFile(pieces) })
  lacking = await directory({ a: await chunkedFile([...pieces, lost]) })
  folder = await directory({ a: await rawFile('eh'), link: await symlinkTo('../far') })
  await storeBlocks(send, [...folder.blocks, ...large.blocks])
  await storeBlocks(
    send,
    lacking.blocks.filter(({ cid }) => !cid.equals(lost.cid)),
  )
  await storeCar(send, 'gateway/cars/dag-cbor-traversal.car')
})

const get = (path: string, init: RequestInit = {}) => send(path, { cache: 'no-store', ...init })

describe('GET /ipfs/<cid> as a tar', () => {
  it('packs files and symlinks under the CID, the same bytes each time', async () => {
    const first = new Uint8Array(await (await get(`/ipfs/${folder.cid}?format=tar`)).arrayBuffer())
    const second = new Uint8Array(await (await get(`/ipfs/${folder.cid}?format=tar`)).arrayBuffer())
    const entries = await unpackTar(first)

    expect(entries.map(({ header }) => [header.name, header.type, header.linkname ?? ''])).toEqual([
      [`${folder.cid}`, 'directory', ''],
      [`${folder.cid}/a`, 'file', ''],
      [`${folder.cid}/link`, 'symlink', '../far'],
    ])
    expect(second).toEqual(first)
  })

  it.each([
    ['?format=tar', {}, 'CID.tar'],
    ['', { Accept: TAR }, 'CID.tar'],
    ['?format=tar&filename=x.tar', {}, 'x.tar'],
  ])('answers %s with %j under headers of an archive', async (query, headers, filename) => {
    const response = await get(`/ipfs/${folder.cid}${query}`, { headers })
    await response.arrayBuffer()

    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': TAR,
      'content-disposition': `attachment; filename="${filename.replace('CID', `${folder.cid}`)}"`,
      etag: `W/"${folder.cid}.x-tar"`,
      'accept-ranges': 'none',
      'cache-control': 'public, no-cache, no-transform',
    })
  })

  it('answers HEAD without a body and 304 to its tag', async () => {
    const path = `/ipfs/${folder.cid}?format=tar`
    const head = await get(path, { method: 'HEAD' })
    const same = await get(path, { headers: { 'If-None-Match': head.headers.get('ETag') ?? '' } })

    expect(head.headers.get('Content-Type')).toBe(TAR)
    expect(await head.text()).toBe('')
    expect(same.status).toBe(304)
  })

  it.each([
    [`/ipfs/${ABSENT}?format=tar`, 404],
    [`/ipfs/${DAG_CBOR}?format=tar`, 406],
  ])('answers %s with %d', async (path, status) => {
    expect((await get(path)).status).toBe(status)
  })

  it('refuses a directory that would have an entry below a symlink', async () => {
    const below = await directory({ evil: await rawFile('evil') })
    const crafted = await directory([
      ['l', await symlinkTo('/tmp')],
      ['l', below],
    ])
    await storeBlocks(send, crafted.blocks)

    const response = await get(`/ipfs/${crafted.cid}?format=tar`)
    const downloaded = await send(`/api/v0/get?arg=${crafted.cid}`, { method: 'POST' })

    expect([response.status, await response.text()]).toEqual([412, expect.stringContaining('Cannot archive')])
    expect([downloaded.status, await downloaded.json()]).toMatchObject([500, { Type: 'error' }])
  })

  it('never passes for a whole tar when a block is missing', async () => {
    const read = get(`/ipfs/${lacking.cid}?format=tar`).then((response) => response.arrayBuffer())

    await expect(read.then((bytes) => unpackTar(bytes, { strict: true }))).rejects.toThrow()
    await expectRest()
  })

  it('ends all work for a client that leaves in the middle', async () => {
    const reader = (await get(`/ipfs/${large.cid}?format=tar`)).body?.getReader()
    await reader?.read()
    await reader?.cancel()

    await expectRest()
  })
})
