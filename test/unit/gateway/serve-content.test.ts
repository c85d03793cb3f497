import { describe, expect, it } from 'vitest'
import { chunkedFile, directory, rawFile, type StoredTree } from '../../requests/stored-tree.ts'
import { memoryGateway } from './memory-gateway.ts'

const CHUNK_BYTES = 64 * 1024

/** A file of `count` chunks, each filled with its own number. */
const numbered = async (count: number) =>
  chunkedFile(
    await Promise.all(
      Array.from({ length: count }, (_, at) => rawFile(new Uint8Array(CHUNK_BYTES).fill(at + 1))),
    ),
  )

describe('path gateway on a node', () => {
  it('reads the way to the first byte alone for HEAD of a file whose name tells its type', async () => {
    const file = await numbered(3)
    const folder = await directory({ 'a.bin': file })
    const { send, reads, activity } = await memoryGateway(folder)

    const response = await send(`/ipfs/${folder.cid}/a.bin`, { method: 'HEAD' })

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Length')).toBe(String(3 * CHUNK_BYTES))
    expect(response.body).toBeNull()
    const first = await rawFile(new Uint8Array(CHUNK_BYTES).fill(1))
    expect(new Set(reads)).toEqual(new Set([folder, file, first].map(({ cid }) => cid.toString())))
    expect(activity.readings()['open-streams'].peak).toBe(0)
  })

  it('reads nothing but the path when the client has the file', async () => {
    const file = await numbered(3)
    const { send, reads } = await memoryGateway(file)

    const response = await send(`/ipfs/${file.cid}?filename=a.bin`, {
      headers: { 'If-None-Match': `"${file.cid}"` },
    })

    expect(response.status).toBe(304)
    expect(reads).toEqual([file.cid.toString()])
  })

  it('reads only the blocks that hold the range', async () => {
    const chunks = await Promise.all([1, 2, 3].map((fill) => rawFile(new Uint8Array(CHUNK_BYTES).fill(fill))))
    const file = await chunkedFile(chunks)
    const { send, reads } = await memoryGateway(file)

    const response = await send(`/ipfs/${file.cid}?filename=a.bin`, {
      headers: { Range: `bytes=${CHUNK_BYTES}-${CHUNK_BYTES + 1}` },
    })

    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([2, 2])
    expect(reads).toEqual([file.cid.toString(), chunks[1]?.cid.toString()])
  })

  it('reads each block once although the type is guessed from the first bytes', async () => {
    const file = await numbered(2)
    const { send, reads } = await memoryGateway(file)

    const response = await send(`/ipfs/${file.cid}`)

    expect(response.headers.get('Content-Type')).toBe('application/octet-stream')
    expect((await response.arrayBuffer()).byteLength).toBe(2 * CHUNK_BYTES)
    expect(reads).toHaveLength(3)
  })

  it('counts a body as an open stream until it has been read', async () => {
    const file = await numbered(3)
    const { send, activity } = await memoryGateway(file)
    const response = await send(`/ipfs/${file.cid}`)
    const whileOpen = activity.readings()['open-streams'].now

    await response.arrayBuffer()

    expect(whileOpen).toBe(1)
    expect(activity.readings()['open-streams'].now).toBe(0)
  })

  it('stops reading and counting when the client leaves', async () => {
    const file = await numbered(200)
    const { send, reads, activity } = await memoryGateway(file)
    const response = await send(`/ipfs/${file.cid}`)
    const reader = response.body?.getReader()
    await reader?.read()

    await reader?.cancel()

    expect(activity.readings()['open-streams'].now).toBe(0)
    expect(reads.length).toBeLessThan(20)
  })

  /** A file of 20 leaves of `leafBytes` and a last one. */
  const longFile = async (last: StoredTree, leafBytes = 2_000) =>
    chunkedFile([
      ...(await Promise.all(Array.from({ length: 20 }, () => rawFile('x'.repeat(leafBytes))))),
      last,
    ])

  it('breaks the body off and logs why, without a stack, when a later block is missing', async () => {
    const last = await rawFile('the end')
    const file = await longFile(last)
    const { send, remove, logger, activity } = await memoryGateway(file)
    await remove(last.cid)
    const response = await send(`/ipfs/${file.cid}`)

    await expect(response.arrayBuffer()).rejects.toThrow()

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Length')).toBe('40007')
    expect(logger.lines).toEqual([
      {
        level: 'warn',
        scope: 'gateway',
        message: expect.any(String),
        fields: { code: 'not-found', error: expect.stringContaining(`${last.cid}`) },
      },
    ])
    expect(activity.readings()['open-streams'].now).toBe(0)
  })

  it('logs an unexpected error with its stack when a later block cannot be read', async () => {
    const last = await rawFile('the end')
    const file = await longFile(last)
    const { send, broken, logger } = await memoryGateway(file)
    broken.add(`${last.cid}`)
    const response = await send(`/ipfs/${file.cid}?filename=a.bin`)

    await expect(response.arrayBuffer()).rejects.toThrow()

    expect(logger.lines).toMatchObject([
      { level: 'warn', scope: 'gateway', fields: { error: expect.any(Error) } },
    ])
  })

  it.each([
    ['GET', {}],
    ['HEAD', {}],
    ['GET', { Range: 'bytes=2-25' }],
    ['GET', { Range: 'bytes=0-4,20-24' }],
  ])('answers 500 when a later block is missing among the first 32 KiB: %s %o', async (method, headers) => {
    const last = await rawFile('the end')
    const file = await longFile(last, 1)
    const { send, remove, activity } = await memoryGateway(file)
    await remove(last.cid)

    const response = await send(`/ipfs/${file.cid}?filename=a.bin`, { method, headers })

    expect(response.status).toBe(500)
    expect(activity.readings()['open-streams'].now).toBe(0)
  })

  it('answers 500 when the first block of a file is not held', async () => {
    const first = await rawFile('the beginning')
    const file = await chunkedFile([first, await rawFile('the end')])
    const { send, remove, activity } = await memoryGateway(file)
    await remove(first.cid)

    const response = await send(`/ipfs/${file.cid}?filename=a.txt`)

    expect(response.status).toBe(500)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(activity.readings()['open-streams'].now).toBe(0)
  })

  it('hides and logs an unexpected failure', async () => {
    const file = await rawFile('hello')
    const { send, broken, logger } = await memoryGateway(file)
    broken.add(file.cid.toString())

    const response = await send(`/ipfs/${file.cid}`)

    expect(response.status).toBe(500)
    expect(await response.text()).toBe('internal error\n')
    expect(logger.lines).toMatchObject([{ level: 'error', scope: 'gateway' }])
  })

  it('answers 404 for a directory whose index.html is named and not held', async () => {
    const index = await rawFile('<p>hello')
    const folder = await directory({ 'index.html': index })
    const { send, remove } = await memoryGateway(folder)
    await remove(index.cid)

    const response = await send(`/ipfs/${folder.cid}/`)

    expect(response.status).toBe(404)
  })

  it.each([{ 'Service-Worker': 'script' }, { 'Sec-Fetch-Dest': 'serviceworker' }])(
    'refuses stored content as a service worker, asked with %j',
    async (headers) => {
      const script = await rawFile('self.onfetch = () => {}')
      const { send, reads } = await memoryGateway(script)

      const response = await send(`/ipfs/${script.cid}?filename=sw.js`, { headers })

      expect(response.status).toBe(403)
      expect(reads).toEqual([])
    },
  )
})
