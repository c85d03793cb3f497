import { CarReader } from '@ipld/car'
import { packTar, unpackTar } from 'modern-tar'
import { beforeAll, describe, expect, it } from 'vitest'
import { host, send } from '#host'
import { expectRest } from '../requests/activity.ts'
import { hashOf } from '../requests/call-command.ts'
import { file, form } from '../requests/form.ts'
import { randomBytes } from '../requests/random-bytes.ts'
import {
  chunkedFile,
  directory,
  rawFile,
  type StoredTree,
  shardedFolder,
  storeBlocks,
} from '../requests/stored-tree.ts'

/** A file whose last block is missing, after more bytes than any host sends at once. */
let cutFile: StoredTree
/** A folder of a good file, then of one that is missing. */
let lacking: StoredTree
/** A folder whose first file is missing. */
let bare: StoredTree
/** A file whose first block is missing, and no other. */
let headless: StoredTree

beforeAll(async () => {
  const lost = await rawFile(`never stored ${Math.random()}`)
  const good = await Promise.all([11, 12, 13, 14].map((seed) => rawFile(randomBytes(seed, 200_000))))
  cutFile = await chunkedFile([...good, lost])
  lacking = await directory({ a: await chunkedFile(good), b: lost })
  bare = await directory({ a: lost })
  headless = await chunkedFile([lost, ...good])
  const blocks = [cutFile, lacking, bare, headless].flatMap((tree) => tree.blocks)
  await storeBlocks(
    send,
    blocks.filter(({ cid }) => !cid.equals(lost.cid)),
  )
})

interface Received {
  readonly response: Response
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The stream failed, as it does in a browser; at the edge it ends as if it were whole. */
  readonly isBroken: boolean
}

async function received(target: string, init: RequestInit = {}): Promise<Received> {
  const method = target.startsWith('/api/') ? 'POST' : 'GET'
  const response = await send(target, { method, cache: 'no-store', ...init })
  const pieces: BlobPart[] = []
  const reader = response.body?.getReader()
  let isBroken = false
  try {
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      pieces.push(step.value.slice())
    }
  } catch {
    isBroken = true
  }
  return { response, bytes: new Uint8Array(await new Blob(pieces).arrayBuffer()), isBroken }
}

/** Answers in sequence of which nothing was read. */
const MOST_DROPPED = 5

/** With what came before the cut. When a body fails, Chromium drops what it has not read: then it is asked again. */
async function receivedBeforeCut(target: string): Promise<Received> {
  for (let dropped = 0; ; dropped += 1) {
    const answer = await received(target)
    if (!answer.isBroken || answer.bytes.byteLength > 0 || dropped === MOST_DROPPED) return answer
  }
}

const gunzip = (bytes: Uint8Array<ArrayBuffer>) =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
const untar = (bytes: Uint8Array) => unpackTar(bytes, { strict: true })

const FORMATS = [
  ['get?arg=FOLDER', '/api/v0/get?arg=FOLDER', untar],
  ['get?arg=FILE', '/api/v0/get?arg=FILE', untar],
  ['get?compress', '/api/v0/get?arg=FILE&compress=true', gunzip],
  ['get?archive&compress', '/api/v0/get?arg=FOLDER&archive=true&compress=true', gunzip],
  ['dag/export', '/api/v0/dag/export?arg=FOLDER', (bytes: Uint8Array) => CarReader.fromBytes(bytes)],
  ['?format=tar', '/ipfs/FOLDER?format=tar', untar],
  ['?format=car', '/ipfs/FOLDER?format=car', (bytes: Uint8Array) => CarReader.fromBytes(bytes)],
] as const

describe('an answer whose last block is missing', () => {
  const named = (target: string) =>
    target.replace('FOLDER', `${lacking.cid}`).replace('FILE', `${cutFile.cid}`)

  it.each(FORMATS)('is refused by every reader of its format: %s', async (_, target, read) => {
    const { response, bytes } = await received(named(target))

    expect(response.status).toBe(200)
    await expect(read(bytes)).rejects.toThrow()
    await expectRest()
  })

  it.each([
    ['cat', '/api/v0/cat?arg=FILE', {}],
    ['a file', '/ipfs/FILE?filename=a.bin', {}],
    ['a range', '/ipfs/FILE?filename=a.bin', { Range: 'bytes=100-' }],
    ['several ranges', '/ipfs/FILE?filename=a.bin', { Range: 'bytes=1-300000,400000-' }],
  ])('fails or falls short of its length: %s', async (_, target, headers) => {
    const { response, bytes, isBroken } = await received(named(target), { headers })

    expect(response.status).toBe('Range' in headers ? 206 : 200)
    expect(isBroken).toBe(true)
    expect(new TextDecoder('latin1').decode(bytes.slice(-100))).not.toMatch(/--\r\n$/)
    await expectRest()
  })

  it('holds the files before it', async () => {
    const { bytes } = await receivedBeforeCut(named('/api/v0/get?arg=FOLDER'))

    const names = (await unpackTar(bytes)).map(({ header }) => header.name)

    expect(names).toContain(`${lacking.cid}/a`)
    expect(names).not.toContain(`${lacking.cid}/b`)
  })
})

describe('an archive of tar/cat whose file lacks a last block that is as long as a header', () => {
  it('ends inside the file', async () => {
    const size = 40 * 512 + 300
    const lost = await rawFile(randomBytes(15, 300))
    const content = await chunkedFile([await rawFile(randomBytes(16, size - 300)), lost])
    await storeBlocks(
      send,
      content.blocks.filter(({ cid }) => !cid.equals(lost.cid)),
    )
    const packed = await packTar([{ header: { name: 'f', size }, body: new Uint8Array(size) }])
    const put = (object: object, query = '') =>
      hashOf('object/put', { query, content: JSON.stringify(object) })
    const header = btoa(String.fromCharCode(...packed.subarray(0, 512)))
    const Links = [{ Name: 'data', Hash: `${content.cid}`, Size: content.sizeBytes }]
    const entry = await put({ Data: header, Links }, 'datafieldenc=base64')
    const archive = await put({ Data: 'ipfs/tar', Links: [{ Name: '-f', Hash: entry, Size: size }] })

    const { response, bytes } = await received(`/api/v0/tar/cat?arg=${archive}`)

    expect(response.status).toBe(200)
    expect(bytes.byteLength).toBeLessThan(512 + size)
    await expectRest()
  })
})

describe('a listing whose last shard is missing', () => {
  it('says so, breaks off where the host can, and is kept by nobody', async () => {
    const { root, lost } = await shardedFolder()
    const page = `/ipfs/${root.cid}/`
    await storeBlocks(
      send,
      root.blocks.filter(({ cid }) => !cid.equals(lost.cid)),
    )

    const cut = await receivedBeforeCut(page)
    const head = await received(page, { method: 'HEAD' })
    await storeBlocks(send, lost.blocks)
    const again = await received(page, { headers: { 'If-None-Match': '*' } })

    const texts = [cut, again].map(({ bytes }) => new TextDecoder().decode(bytes))
    expect(texts[0]).toContain('This list is not complete')
    expect(texts[1]).toContain('202 entries')
    expect([cut, again].map(({ isBroken }) => isBroken)).toEqual([host !== 'edge', false])
    for (const { response } of [cut, head, again]) {
      expect(response.status).toBe(200)
      expect(response.headers.get('ETag')).toBeNull()
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    }
    await expectRest()
  })
})

describe('an answer whose first block is missing', () => {
  it.each([
    ['get?arg=FOLDER', 500],
    ['get?arg=FOLDER/a', 500],
    ['get?arg=FOLDER/a&compress=true', 500],
    ['get?arg=FOLDER&archive=true&compress=true', 500],
    ['dag/export?arg=FOLDER', 500],
    ['cat?arg=FOLDER/a', 500],
    ['get?arg=FILE', 500],
    ['dag/export?arg=FILE', 500],
    ['cat?arg=FILE', 500],
  ])('is an error: %s', async (target, status) => {
    const named = target.replace('FOLDER', `${bare.cid}`).replace('FILE', `${headless.cid}`)
    const { response } = await received(`/api/v0/${named}`)

    expect(response.status).toBe(status)
  })

  it.each([
    ['?format=tar', {}],
    ['/a', {}],
    ['/a', { Range: 'bytes=1-2,4-5' }],
    ['?format=car', {}],
    ['/a?format=car', {}],
  ])('is an error of the gateway: %s %j', async (path, headers) => {
    const { response } = await received(`/ipfs/${bare.cid}${path}`, { headers })

    expect(response.status).toBe(404)
  })

  it.each([
    ['', 500],
    ['?filename=a.txt', 500],
    ['?format=tar', 404],
    ['?format=car', 404],
  ])('is an error for GET and for HEAD: %s', async (query, status) => {
    const target = `/ipfs/${headless.cid}${query}`

    const whole = await received(target)
    const head = await received(target, { method: 'HEAD' })

    expect([whole, head].map(({ response }) => response.status)).toEqual([status, status])
    expect(head.bytes).toHaveLength(0)
    await expectRest()
  })
})

describe('an add whose last file fails', () => {
  it('tells of the file before it, and then of the error', async () => {
    const parts = [file('b', 'first'), file('cut/a', 'second'), file('cut/a', 'third')]

    const response = await send('/api/v0/add', form(...parts))
    const lines = (await response.text()).trim().split('\n')

    expect(response.status).toBe(200)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { Name: 'b' },
      { Name: 'cut/a' },
      { Type: 'error' },
    ])
  })
})
