import { CarReader } from '@ipld/car'
import { describe, expect, it } from 'vitest'
import { chunkedFile, directory, rawFile } from '../../requests/stored-tree.ts'
import { memoryGateway } from './memory-gateway.ts'

const numbered = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => rawFile(new Uint8Array(64 * 1024).fill(at + 1))))

describe('CAR gateway on a node', () => {
  it('reads the path and the first blocks below it for HEAD', async () => {
    const leaves = await numbered(20)
    const file = await chunkedFile(leaves)
    const folder = await directory({ a: file })
    const { send, reads, activity } = await memoryGateway(folder)

    const response = await send(`/ipfs/${folder.cid}/a?format=car`, { method: 'HEAD' })

    expect(response.status).toBe(200)
    const [way, below] = [reads.slice(0, 2), reads.slice(2)]
    expect(way).toEqual([folder.cid.toString(), file.cid.toString()])
    expect(below).toEqual(leaves.slice(0, below.length).map(({ cid }) => cid.toString()))
    expect(below.length).toBeLessThan(leaves.length / 2)
    expect(activity.readings()['open-streams'].peak).toBe(0)
  })

  it('reads nothing but the path when the client has the CAR', async () => {
    const file = await chunkedFile(await numbered(3))
    const folder = await directory({ a: file })
    const { send, reads } = await memoryGateway(folder)
    const path = `/ipfs/${folder.cid}/a?format=car`
    const tag = (await send(path, { method: 'HEAD' })).headers.get('ETag') ?? ''
    reads.length = 0

    const response = await send(path, { headers: { 'If-None-Match': tag } })

    expect(response.status).toBe(304)
    expect(reads).toEqual([folder.cid.toString()])
  })

  it('reads only the blocks of a range', async () => {
    const chunks = await numbered(20)
    const file = await chunkedFile(chunks)
    const { send, reads } = await memoryGateway(file)

    await (
      await send(`/ipfs/${file.cid}?format=car&entity-bytes=${5 * 64 * 1024}:${6 * 64 * 1024 - 1}`)
    ).text()

    expect(new Set(reads)).toEqual(new Set([file.cid.toString(), chunks[5]?.cid.toString()]))
  })

  it('stops reading and counting when the client leaves', async () => {
    const file = await chunkedFile(await numbered(200))
    const { send, reads, activity } = await memoryGateway(file)
    const reader = (await send(`/ipfs/${file.cid}?format=car`)).body?.getReader()
    for (let piece = 0; piece < 6; piece += 1) await reader?.read()

    await reader?.cancel()

    expect(activity.readings()['open-streams'].now).toBe(0)
    expect(reads.length).toBeLessThan(20)
  })

  it('reads each block once, at most six at a time, wherever repeats are', async () => {
    const chunks = await numbered(40)
    const file = await chunkedFile([...chunks, ...chunks])
    const folder = await directory({ a: file, b: file })
    const { send, reads, activity } = await memoryGateway(folder)

    const bytes = new Uint8Array(await (await send(`/ipfs/${folder.cid}?format=car`)).arrayBuffer())

    let count = 0
    for await (const _ of (await CarReader.fromBytes(bytes)).blocks()) count += 1
    expect(count).toBe(42)
    expect(reads.length).toBeLessThan(60)
    expect(activity.readings()['storage-operations'].peak).toBeLessThanOrEqual(6)
  })

  it('breaks off inside a section and logs why when a later block is missing', async () => {
    const chunks = await numbered(20)
    const last = await rawFile('the end')
    const file = await chunkedFile([...chunks, last])
    const { send, remove, logger, activity } = await memoryGateway(file)
    await remove(last.cid)
    const reader = (await send(`/ipfs/${file.cid}?format=car`)).body?.getReader()
    const received: number[] = []
    const read = async () => {
      for (let step = await reader?.read(); step && !step.done; step = await reader?.read())
        received.push(...step.value)
    }

    await expect(read()).rejects.toThrow()

    await expect(CarReader.fromBytes(Uint8Array.from(received))).rejects.toThrow('Unexpected end of data')
    expect(logger.lines).toMatchObject([{ level: 'warn', scope: 'gateway' }])
    expect(activity.readings()['open-streams'].now).toBe(0)
  })

  it('answers 501 before the first byte when the links of the root cannot be read', async () => {
    const { send } = await memoryGateway()

    // A block of Bitcoin, by its codec, inside an identity CID.
    const response = await send('/ipfs/bagyacaaa?format=car')

    expect(response.status).toBe(501)
  })
})
