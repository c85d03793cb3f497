import { describe, expect, it } from 'vitest'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { FileSource } from '../../../src/ports/file-source.ts'
import { addAndPin } from '../../../src/unixfs/add/add-and-pin.ts'
import { randomBytes } from '../../requests/random-bytes.ts'

/** Files whose contents are these; of the last one as much as comes before it fails, or stalls. */
async function* files(...contents: readonly AsyncIterable<Uint8Array>[]): FileSource {
  for (const [at, content] of contents.entries()) yield { kind: 'file', path: `${at}`, content }
}

async function* whole(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

async function* stalled(): AsyncGenerator<Uint8Array> {
  yield randomBytes(1, 1_000)
  await new Promise(() => undefined)
}

async function* failing(sizeBytes: number): AsyncGenerator<Uint8Array> {
  yield randomBytes(1, sizeBytes)
  throw new Error('cut')
}

function add(source: FileSource, options: Parameters<typeof addAndPin>[2] = {}) {
  return addAndPin({ blockstore: memoryBlockstore() }, source, options)
}

/** What is yielded until the end, and the error. */
async function told(events: AsyncIterable<{ readonly type: string }>) {
  const types: string[] = []
  try {
    for await (const { type } of events) types.push(type)
  } catch (error) {
    return { types, error }
  }
  return { types }
}

describe('addAndPin()', () => {
  it('yields the event of an entry when the next one begins, though that stalls', async () => {
    const events = add(files(whole('a'), stalled()))

    expect(await events.next()).toMatchObject({ value: { type: 'added', name: '0' } })
  })

  it('yields the last event after the roots are pinned and placed', async () => {
    const done: string[] = []
    const events = add(files(whole('a'), whole('b')), {
      onReceived: () => done.push('received'),
      pinRoots: async (roots) => void done.push(`${roots.length} pinned`),
      placeRoots: async () => void done.push('placed'),
    })

    await events.next()
    expect(done).toEqual([])
    expect(await events.next()).toMatchObject({ value: { name: '1' } })
    expect(done).toEqual(['received', '2 pinned', 'placed'])
    expect((await events.next()).done).toBe(true)
  })

  it('yields the event before that of an entry which fails', async () => {
    expect(await told(add(files(whole('a'), failing(10))))).toEqual({
      types: ['added'],
      error: new Error('cut'),
    })
  })

  it('yields all progress before the error', async () => {
    const chunks = { chunker: 'size-262144', progress: true }

    expect(await told(add(files(failing(900_000)), chunks))).toEqual({
      types: ['progress', 'progress', 'progress'],
      error: new Error('cut'),
    })
  })

  it('yields no event of an entry whose pin fails', async () => {
    const pinRoots = () => Promise.reject(new Error('no pin'))

    expect(await told(add(files(whole('a')), { pinRoots }))).toEqual({
      types: [],
      error: new Error('no pin'),
    })
  })
})
