import { CarBlockIterator } from '@ipld/car'
import { decode } from '@ipld/dag-pb'
import { equals } from 'multiformats/bytes'
import { sha256 } from 'multiformats/hashes/sha2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { expectRest } from '../requests/activity.ts'
import { lines } from '../requests/add.ts'
import { file, streamedForm } from '../requests/form.ts'
import { storeCar } from '../requests/gateway-cars.ts'
import { randomChunks } from '../requests/random-bytes.ts'
import { removeContent } from '../requests/remove-content.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'
import { chunkedFile, directory, rawFile, type StoredTree, storeBlocks } from '../requests/stored-tree.ts'
import { verifiedCar } from '../requests/verified-car.ts'

/** Of so many inputs that the core judges the other hosts get one. */
const EVERY = 4

const MIB = 1024 * 1024
/** Far more than the 61 blocks have together. */
const GLANCE_BYTES = MIB / 8
const LEAF_BYTES = 50_000
/** Leaves enough that the file has two levels of nodes, and bytes that no socket buffers. */
const BIG_BYTES = 180 * LEAF_BYTES
const CAR = 'application/vnd.ipld.car'
const ABSENT = 'bafkreidon73zkcrwdb5iafqtijxildoonbwnpv7dyd6ef3qdgads2jc4su'
const SHARDED = 'bafybeidbclfqleg2uojchspzd4bob56dqetqjsj27gy2cq3klkkgxtpn4i'
const MISSING_MIDDLE = 'QmYhmPjhFjYFyaoiuNzYv8WGavpSRDwdHWe5B4M5du5Rtk'

let letters: StoredTree
let chunks: readonly StoredTree[]
let halves: readonly StoredTree[]
let folder: StoredTree

beforeAll(async () => {
  chunks = await Promise.all(['abcde', 'fghij', 'klmno', 'pqrst'].map((text) => rawFile(text)))
  // What a node says of its child is the bytes of the file below it.
  halves = [
    { ...(await chunkedFile(chunks.slice(0, 2))), sizeBytes: 10 },
    { ...(await chunkedFile(chunks.slice(2))), sizeBytes: 10 },
  ]
  letters = await chunkedFile(halves)
  folder = await directory({ a: letters, b: letters, 'ż "x"': letters })
  await storeBlocks(send, folder.blocks)
  for (const name of ['hamt-multiblock', 'missing-middle-block', 'raw-block'])
    await storeCar(send, `gateway/cars/${name}.car`)
})

const get = (path: string, init: RequestInit = {}) => send(path, { cache: 'no-store', ...init })
const car = async (path: string) => verifiedCar(new Uint8Array(await (await get(path)).arrayBuffer()))
const cidsOf = async (path: string) => (await car(path)).blocks.map(({ cid }) => cid.toString())
const texts = (trees: readonly StoredTree[]) => trees.map(({ cid }) => cid.toString())

describe('GET /ipfs/<cid>/… as a CAR', () => {
  it('names its version, order and repeats, and is not to be kept without asking', async () => {
    const response = await get(`/ipfs/${folder.cid}/a?format=car`)
    await response.arrayBuffer()

    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': `${CAR}; version=1; order=dfs; dups=n`,
      'content-disposition': `attachment; filename="${folder.cid}_a.car"`,
      'accept-ranges': 'none',
      'cache-control': 'public, no-cache, no-transform',
      'x-content-type-options': 'nosniff',
      'x-ipfs-path': `/ipfs/${folder.cid}/a`,
      'x-ipfs-roots': `${folder.cid},${letters.cid}`,
    })
    expect(response.headers.get('ETag')).toMatch(new RegExp(`^W/"${letters.cid}\\.car\\.[0-9a-f]{16}"$`))
  })

  it('says which URL names the answer that Accept chose', async () => {
    const response = await get(`/cas/${folder.cid}/a?dag-scope=block`, {
      headers: { Accept: `${CAR}; order=dfs; dups=y` },
    })
    await response.arrayBuffer()

    expect(response.headers.get('Content-Location')).toBe(
      `/cas/${folder.cid}/a?dag-scope=block&format=car&car-order=dfs&car-dups=y`,
    )
    expect(response.headers.get('Vary')).toBe('Accept')
  })

  it.each(
    sampleOnHosts(
      [
        ['', `${CAR};dups=y`, 'y'],
        ['', `${CAR};dups="y"`, 'y'],
        ['&car-dups=n', `${CAR};dups=y`, 'n'],
        ['&car-dups=y', `${CAR};dups=n`, 'y'],
        ['', `${CAR};order=reversed;dups=y, ${CAR};order=unk;q=0.1`, 'n'],
        ['', `${CAR};dups=n;q=0.2, ${CAR};dups=y;q=0.3`, 'y'],
        ['', `${CAR};version=2, ${CAR};version=1;dups=y`, 'y'],
      ],
      EVERY,
    ),
  )('answers ?format=car%s and Accept: %s with dups=%s', async (query, accept, dups) => {
    const response = await get(`/ipfs/${letters.cid}?format=car${query}`, { headers: { Accept: accept } })
    await response.arrayBuffer()

    expect(response.headers.get('Content-Type')).toBe(`${CAR}; version=1; order=dfs; dups=${dups}`)
  })

  it('holds what is repeated once, or as often as it occurs', async () => {
    const once = [folder, letters, halves[0], chunks[0], chunks[1], halves[1], chunks[2], chunks[3]]
    const all = once.flatMap((tree) => (tree ? [tree] : []))

    expect(await cidsOf(`/ipfs/${folder.cid}?format=car`)).toEqual(texts(all))
    expect(await cidsOf(`/ipfs/${folder.cid}?format=car&car-dups=y`)).toEqual(
      texts([folder, ...all.slice(1), ...all.slice(1), ...all.slice(1)]),
    )
  })

  it('has the end of the path as its root', async () => {
    const { version, roots } = await car(`/ipfs/${folder.cid}/a?format=car&dag-scope=block`)

    expect(version).toBe(1)
    expect(roots.map(String)).toEqual([letters.cid.toString()])
  })

  it('is a header alone for an identity CID, whose block is in the CID', async () => {
    const { roots, blocks } = await car('/ipfs/bafkqaaa?format=car')

    expect(roots.map(String)).toEqual(['bafkqaaa'])
    expect(blocks).toEqual([])
  })

  it('holds the shards of a directory, and nothing they name, as an entity', async () => {
    const { blocks } = await car(`/ipfs/${SHARDED}?format=car&dag-scope=entity`)
    const whole = await cidsOf(`/ipfs/${SHARDED}?format=car`)
    const shards = blocks.flatMap(({ bytes }) => decode(bytes).Links).filter(({ Name }) => Name?.length === 2)

    expect(blocks.map(({ cid }) => `${cid}`).sort()).toEqual(
      [SHARDED, ...shards.map(({ Hash }) => `${Hash}`)].sort(),
    )
    expect(shards.length).toBeGreaterThan(100)
    expect(whole.length).toBeGreaterThan(blocks.length)
  })

  it.each(
    sampleOnHosts(
      [
        ['0:*', [0, 1, 2, 3]],
        ['0:4', [0]],
        ['4:5', [0, 1]],
        ['5:9', [1]],
        ['9:10', [1, 2]],
        ['-5:*', [3]],
        ['-6:-6', [2]],
        ['7:-8', [1, 2]],
        ['19:1000000', [3]],
        ['0:9223372036854775807', [0, 1, 2, 3]],
        ['-1000:0', [0]],
        ['12:-12', []],
      ],
      EVERY,
    ),
  )('holds only what proves entity-bytes=%s', async (bytes, wanted) => {
    const path = `/ipfs/${letters.cid}?format=car&entity-bytes=${encodeURIComponent(bytes)}`
    const expected = halves.flatMap((half, at) => {
      const inner = wanted.filter((chunk) => Math.floor(chunk / 2) === at)
      return inner.length === 0 ? [] : [half, ...inner.flatMap((chunk) => chunks[chunk] ?? [])]
    })

    expect(await cidsOf(path)).toEqual(texts([letters, ...expected]))
  })

  it('ignores entity-bytes for what is no file', async () => {
    expect(await cidsOf(`/ipfs/${folder.cid}?format=car&entity-bytes=1:2`)).toEqual([`${folder.cid}`])
  })

  it('answers HEAD with the headers of GET', async () => {
    const path = `/ipfs/${folder.cid}/a?format=car`
    const got = await get(path)
    await got.arrayBuffer()

    const response = await get(path, { method: 'HEAD' })

    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
    for (const name of ['Content-Type', 'Content-Disposition', 'ETag', 'Accept-Ranges', 'X-Ipfs-Roots'])
      expect(response.headers.get(name), name).toBe(got.headers.get(name))
  })

  it('answers 304 to its tag, which every parameter changes', async () => {
    const queries = [
      '',
      '&car-dups=y',
      '&dag-scope=block',
      '&dag-scope=entity',
      '&entity-bytes=0:3',
      '&entity-bytes=0:4',
    ]
    const tags = await Promise.all(
      queries.map(async (query) => {
        const response = await get(`/ipfs/${letters.cid}?format=car${query}`, { method: 'HEAD' })
        return response.headers.get('ETag') ?? ''
      }),
    )

    const response = await get(`/ipfs/${letters.cid}?format=car`, {
      headers: { 'If-None-Match': tags[0] ?? '' },
    })

    expect(response.status).toBe(304)
    expect(new Set(tags).size).toBe(queries.length)
  })
})

describe('GET /ipfs/… as a CAR that cannot be', () => {
  it.each(
    sampleOnHosts(
      [
        ...'|:|1|1:|:1|*:1|*:*|1:2:3|1-2|0x1:2|1.5:2| 1:2|+1:2|1e3:*|--1:*'.split('|'),
        ...'5:4|-4:-5|20:*|20:30|-30:-21'.split('|'),
        `${'9'.repeat(16)}:*`,
        `0:${'9'.repeat(20)}`,
        `-${'9'.repeat(400)}:*`,
        ...['٣:٤', 'NaN:*', '1:2\0', '__proto__', '-0:-99999'],
      ],
      EVERY,
    ),
  )('refuses entity-bytes=%j', async (bytes) => {
    await expectRefusal(`/ipfs/${letters.cid}?format=car&entity-bytes=${encodeURIComponent(bytes)}`, 400)
  })

  it.each(
    sampleOnHosts(
      [
        ['dag-scope=', 400],
        ['dag-scope=file', 400],
        ['dag-scope=constructor', 400],
        ['dag-scope=ALL', 400],
        ['car-version=2', 400],
        ['car-version=1.0', 400],
        ['car-order=bfs', 400],
        ['car-order=toString', 400],
        ['car-dups=maybe', 400],
        ['car-dups=yy', 400],
        [`car-dups=${'y'.repeat(5000)}`, 400],
      ],
      EVERY,
    ),
  )('answers ?%.40s with %d', async (query, status) => {
    await expectRefusal(`/ipfs/${letters.cid}?format=car&${query}`, status)
  })

  it.each(
    sampleOnHosts(
      [
        `${CAR};version=2`,
        `${CAR};order=bfs`,
        `${CAR};dups=maybe`,
        `${CAR};dups=__proto__`,
        `${CAR};dups="y`,
        `${CAR};order=bfs, ${CAR};version=3;q=0.1`,
      ],
      EVERY,
    ),
  )('refuses Accept: %s', async (accept) => {
    const response = await get(`/ipfs/${letters.cid}`, { headers: { Accept: accept } })

    expect(response.status).toBe(400)
    expect((await response.text()).length).toBeLessThan(200)
  })

  it.each(
    sampleOnHosts(
      [
        `${CAR};;;=;a=b;q`,
        `${CAR};q=nonsense`,
        `,,,;;;,${CAR}`,
        `${CAR};${'x=y;'.repeat(1000)}`,
        `${'text/html,'.repeat(20)}${CAR};q=1e308`,
      ],
      EVERY,
    ),
  )('takes Accept: %.60s for a CAR', async (accept) => {
    const response = await get(`/ipfs/${letters.cid}`, { headers: { Accept: accept } })

    expect((await verifiedCar(new Uint8Array(await response.arrayBuffer()))).blocks).toHaveLength(7)
  })

  it.each([
    [`/ipfs/${ABSENT}?format=car`, 404],
    [`/ipfs/${ABSENT}/a?format=car`, 404],
    ['/ipfs/FOLDER/nothing?format=car', 404],
    [`/ipfs/${SHARDED}/nothing?format=car`, 404],
    ['/ipfs/FOLDER/a/deeper?format=car', 404],
    ['/ipfs/not-a-cid?format=car', 400],
  ])('answers %s with %d', async (path, status) => {
    await expectRefusal(path.replace('FOLDER', `${folder.cid}`), status)
  })

  it('never passes for a whole CAR when a block is missing', async () => {
    const read = get(`/ipfs/${MISSING_MIDDLE}?format=car`).then((response) => response.arrayBuffer())

    await expect(read.then((bytes) => verifiedCar(new Uint8Array(bytes)))).rejects.toThrow()
    await expectRest()
  })

  it('still serves the parts of a file around a missing block', async () => {
    expect(await cidsOf(`/ipfs/${MISSING_MIDDLE}?format=car&entity-bytes=0:100`)).toHaveLength(2)
    expect(await cidsOf(`/ipfs/${MISSING_MIDDLE}?format=car&entity-bytes=-100:*`)).toHaveLength(2)
  })
})

describe('GET /ipfs/<cid> as a CAR without end', () => {
  let knot: StoredTree

  beforeAll(async () => {
    knot = await rawFile('the end of all ways')
    for (let level = 0; level < 60; level += 1) {
      const { cid, sizeBytes, blocks } = knot
      const lower = { cid, sizeBytes: Math.min(sizeBytes, 1_000_000), blocks: [] }
      const upper = await directory({ a: lower, b: lower })
      knot = { ...upper, blocks: [...upper.blocks, ...blocks] }
    }
    await storeBlocks(send, knot.blocks)
  })

  it('gives each of 61 blocks once although 2^60 ways lead to the last', async () => {
    expect(await cidsOf(`/ipfs/${knot.cid}?format=car`)).toHaveLength(61)
  })

  it('repeats until the client disconnects, and then stops', async () => {
    const response = await get(`/ipfs/${knot.cid}?format=car&car-dups=y`)
    const reader = response.body?.getReader()
    let received = 0
    while (reader && received < GLANCE_BYTES) {
      received += (await reader.read()).value?.byteLength ?? GLANCE_BYTES
    }
    await reader?.cancel()

    expect(received).toBeGreaterThanOrEqual(GLANCE_BYTES)
    await expectRest()
  })
})

describe('GET /ipfs/<cid> of a large file as a CAR', () => {
  let cid = ''

  beforeAll(async () => {
    const bytes = (async function* () {
      yield* randomChunks(301, BIG_BYTES)
    })()
    const response = await send(
      `/api/v0/add?cid-version=1&chunker=size-${LEAF_BYTES}`,
      streamedForm(file('big', bytes)),
    )
    cid = lines<{ Hash: string }>(await response.text()).at(-1)?.Hash ?? ''
  })

  afterAll(() => removeContent(cid))

  it('streams every block in order, each of which verifies', async () => {
    const response = await get(`/ipfs/${cid}?format=car`)
    const blocks = await CarBlockIterator.fromIterable(pieces(response))
    let fileBytes = 0
    for await (const { cid, bytes } of blocks) {
      if (!equals((await sha256.digest(bytes)).digest, cid.multihash.digest))
        throw new Error(`${cid} is wrong`)
      if (cid.code === 0x55) fileBytes += bytes.byteLength
    }

    expect(fileBytes).toBe(BIG_BYTES)
  })

  it('ends all work for a client that leaves in the middle', async () => {
    const reader = (await get(`/ipfs/${cid}?format=car`)).body?.getReader()
    for (let received = 0; received < 2 * MIB; )
      received += (await reader?.read())?.value?.byteLength ?? 2 * MIB
    await reader?.cancel()

    await expectRest()
  })
})

async function expectRefusal(path: string, status: number): Promise<void> {
  const response = await get(path)

  expect(response.status).toBe(status)
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect((await response.text()).length).toBeLessThan(2000)
}

async function* pieces({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) yield step.value
}
