import { describe, expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { equalBytes } from '../../../src/codec/bytes/bytes.ts'
import { readCar } from '../../../src/codec/car/read-car.ts'
import { listed } from '../../contracts/blocks.ts'
import type { SendInit } from '../../hosts/host.ts'
import { file, form, streamedForm } from '../../requests/form.ts'
import { randomBytes } from '../../requests/random-bytes.ts'
import { rawFile } from '../../requests/stored-tree.ts'
import { handClock } from '../hand-clock.ts'
import { memoryNode } from '../memory-ports.ts'

/** Everything that waits for no time has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

async function openNode() {
  const clock = handClock()
  const node = await memoryNode({ clock })
  const app = createApp(node, loopbackPolicy())
  const call = async (command: string, init: SendInit = { method: 'POST' }) => {
    const response = await app.fetch(new Request(`http://127.0.0.1/api/v0/${command}`, init))
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
  }
  return { node, call, clock }
}

/** The first of these bytes, and the others when they may come. */
async function* inTwo(
  bytes: Uint8Array,
  { firstBytes, untilSecond }: { readonly firstBytes: number; readonly untilSecond: Promise<void> },
): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, firstBytes)
  await untilSecond
  yield bytes.subarray(firstBytes)
}

/** Blocks of 256 KiB are stored in batches of 8 MiB: this fills one, and begins the next. */
const BATCH_BYTES = 9_000_000

/** Sends the first part of a body to a node with one block of garbage, collects, and sends the rest. */
async function collectedBeside(command: string, body: Uint8Array, firstBytes = body.byteLength / 2) {
  const { node, call } = await openNode()
  await node.blockstore.putMany((await rawFile('garbage')).blocks)
  const { promise: untilSecond, resolve: sendSecond } = Promise.withResolvers<void>()
  const upload = call(
    command,
    streamedForm({ ...file('a', ''), content: inTwo(body, { firstBytes, untilSecond }) }),
  )
  await expect.poll(async () => (await listed(node.blockstore)).length).toBeGreaterThan(1)

  const removed = textOf(await call('repo/gc'))
    .trim()
    .split('\n')
  sendSecond()
  return { call, removed, answer: await upload }
}

async function* iterated<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  yield* items
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const textOf = ({ bytes }: { readonly bytes: Uint8Array }) => new TextDecoder().decode(bytes)

it('a collection waits ten seconds at most for a stalled upload whose blocks it does not know', async () => {
  const { node, call, clock } = await openNode()
  const untilSecond = new Promise<void>(() => undefined)
  const content = inTwo(randomBytes(1, 100), { firstBytes: 50, untilSecond })
  const upload = call('add', streamedForm({ ...file('a', ''), content }))
  // As an upload of more blocks than are noted.
  const untold = node.repo.whileAdding(() => upload)
  await settled()
  let isCollected = false
  const collection = call('repo/gc').then(() => {
    isCollected = true
  })
  await expect.poll(() => node.activity.readings()['waiting-collections'].now).toBe(1)

  await clock.move(9_999)
  expect(isCollected).toBe(false)
  await clock.move(1)
  await clock.move(10_000)

  await collection
  expect(textOf(await untold)).toContain('the client sent too little for 10 seconds')
  expect((await call('add', form(file('b', 'after it')))).status).toBe(200)
})

/**
 * The command that makes the body of the upload on another node, the size of its content, how much of it comes at
 * first, and the blocks that it has at least.
 */
const UPLOADS = [
  ['add?chunker=size-1024&progress=false', 'cat', 700_000, 350_000, 680],
  ['dag/import', 'dag/export', 700_000, 350_000, 680],
  ['tar/add', 'get', BATCH_BYTES + 1_000_000, BATCH_BYTES, 38],
] as const

it('a collection does not wait for a stalled backup/import, which restores everything afterwards', async () => {
  const { call: callOther } = await openNode()
  const { Hash: root } = JSON.parse(
    textOf(await callOther('add?chunker=size-1024&progress=false', form(file('a', randomBytes(5, 700_000))))),
  )
  const { bytes } = await callOther('backup/export')
  const { call, removed, answer } = await collectedBeside('backup/import', bytes)

  expect(removed).toHaveLength(1)
  expect(textOf(answer)).toContain('"Part":"pins","Rows":1,"Held":0')
  expect((await call(`cat?arg=${root}`)).bytes).toHaveLength(700_000)
  expect(textOf(await call(`pin/verify?verbose=true&arg=${root}`))).toContain('"Ok":true')
})

it('a collection waits two minutes at most for a backup that is not read on, which then ends within a section', async () => {
  const { node, call, clock } = await openNode()
  await call('add?progress=false', form(file('a', randomBytes(6, 6_000_000))))
  const app = createApp(node, loopbackPolicy())
  const exported = await app.fetch(new Request('http://127.0.0.1/api/v0/backup/export', { method: 'POST' }))
  const reader = exported.body?.getReader()
  const chunks = [(await reader?.read())?.value ?? new Uint8Array()]
  const collection = call('repo/gc')
  await expect.poll(() => node.activity.readings()['waiting-collections'].now).toBe(1)

  await clock.move(120_000)
  expect((await collection).status).toBe(200)
  try {
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) chunks.push(next.value)
  } catch {
    // Not every host can show that a stream has failed.
  }

  const { blocks } = await readCar(iterated(chunks))
  await expect(collected(blocks)).rejects.toMatchObject({ code: 'corrupt' })
})

it.each(UPLOADS)(
  'a collection does not wait for a stalled %s, and keeps its blocks',
  async (command, made, sizeBytes, firstBytes, leastBlocks) => {
    const { call: callOther } = await openNode()
    const small = form(file('a', randomBytes(2, sizeBytes)))
    const { Hash: root } = JSON.parse(
      textOf(await callOther(`add?chunker=size-${Math.ceil(sizeBytes / 700)}&progress=false`, small)),
    )
    const { bytes } = await callOther(`${made}?arg=${root}`)
    const { call, removed, answer } = await collectedBeside(command, bytes, firstBytes)

    expect(removed).toHaveLength(1)
    expect(answer.status).toBe(200)
    const [, added = ''] = /"(?:Hash|\/)": ?"(\w+)"/.exec(textOf(answer)) ?? []
    const { status, bytes: blocks } = await call(`refs?recursive=true&arg=${added}`)
    expect(status).toBe(200)
    expect(textOf({ bytes: blocks }).split('\n').length).toBeGreaterThan(leastBlocks)
  },
)

describe('a collection beside a stalled files/write', () => {
  const CHUNK_BYTES = 262_144
  const old = randomBytes(3, 40 * CHUNK_BYTES)

  /** A node with the file `/a`, and a write into the middle of it that has come but for its end. */
  async function stalledWrite() {
    const { node, call } = await openNode()
    await call('files/write?arg=/a&create=true', form(file('a', old)))
    const before = (await listed(node.blockstore)).length
    const sent = randomBytes(4, 36 * CHUNK_BYTES)
    const { promise: untilSecond, resolve: sendSecond } = Promise.withResolvers<void>()
    const content = inTwo(sent, { firstBytes: BATCH_BYTES, untilSecond })
    const write = call(`files/write?arg=/a&offset=1000`, streamedForm({ ...file('a', ''), content }))
    await expect.poll(async () => (await listed(node.blockstore)).length).toBeGreaterThan(before)
    return { node, call, sent, sendSecond, write }
  }

  it('does not wait, and keeps what was put and what is overwritten', async () => {
    const { node, call, sent, sendSecond, write } = await stalledWrite()
    await node.blockstore.putMany((await rawFile('garbage')).blocks)

    expect(
      textOf(await call('repo/gc'))
        .trim()
        .split('\n'),
    ).toHaveLength(1)
    sendSecond()

    expect(await write).toMatchObject({ status: 200 })
    const wanted = old.slice()
    wanted.set(sent, 1_000)
    expect(equalBytes((await call('files/read?arg=/a')).bytes, wanted)).toBe(true)
  })

  it('lets the write fail when the file has been removed meanwhile', async () => {
    const { node, call, sendSecond, write } = await stalledWrite()
    await call('files/rm?arg=/a')

    await call('repo/gc')
    sendSecond()

    const answer = await write
    expect(answer.status).toBe(500)
    expect(textOf(answer)).toContain('it was changed meanwhile')
    expect(textOf(await call('files/ls'))).toContain('"Entries":null')
    await call('repo/gc')
    expect((await listed(node.blockstore)).length).toBeLessThan(3)
  })
})
