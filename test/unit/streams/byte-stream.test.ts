import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { byteStream, prepend } from '../../../src/streams/byte-stream.ts'
import { collect } from '../net/routing/collect.ts'

const MIB_BYTES = 1024 * 1024
const ENDS = { onError: () => undefined, onClose: () => undefined }

it('a byte stream that is aborted while its source works ends with the reason of the signal', async () => {
  const caller = new AbortController()
  const chunk = Promise.withResolvers<IteratorResult<Uint8Array>>()
  const stream = byteStream(
    { next: () => chunk.promise },
    { signal: caller.signal, onError: () => undefined, onClose: () => undefined },
  )
  const reading = stream.getReader().read()

  caller.abort(new Error('not any more'))
  chunk.resolve({ done: false, value: new Uint8Array(1) })

  await expect(reading).rejects.toThrow('not any more')
})

describe('chunks of a byte stream', () => {
  async function* content() {
    yield Uint8Array.from({ length: MIB_BYTES }, (_, at) => at >> 12)
    yield Uint8Array.of(1, 2, 3)
  }

  async function chunksOf(isCrowded?: () => boolean): Promise<{ sizes: number[]; bytes: Buffer }> {
    const stream = byteStream(content(), { ...ENDS, ...(isCrowded && { isCrowded }) })
    const chunks = await collect(stream)
    return { sizes: chunks.map(({ byteLength }) => byteLength), bytes: Buffer.concat(chunks) }
  }

  it('are those of its source', async () => {
    expect((await chunksOf()).sizes).toEqual([MIB_BYTES, 3])
    expect((await chunksOf(() => false)).sizes).toEqual([MIB_BYTES, 3])
  })

  it('are small while many streams go out, with the same bytes in the same order', async () => {
    const { sizes, bytes } = await chunksOf(() => true)

    expect(sizes).toEqual([...Array.from({ length: 16 }, () => 64 * 1024), 3])
    expect(bytes).toEqual((await chunksOf()).bytes)
  })

  it('are small from the moment on at which many go out, and large again after it', async () => {
    const crowded = [false, true, true, false]
    const source = prepend(
      { done: false, value: new Uint8Array(100_000) },
      (async function* () {
        yield new Uint8Array(200_000)
      })(),
    )
    const chunks = await collect(byteStream(source, { ...ENDS, isCrowded: () => crowded.shift() === true }))

    expect(chunks.map(({ byteLength }) => byteLength)).toEqual([100_000, 65_536, 65_536, 68_928])
  })
})

it('what was prepended is not held after it was read', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const held = new WeakRef(new Uint8Array(MIB_BYTES))
  const iterator = prepend(
    { done: false, value: held.deref() },
    { next: async () => ({ done: true, value: undefined }) },
  )

  await iterator.next()
  // A weak reference keeps its object until the end of the task that asked for it.
  await new Promise((resolve) => setTimeout(resolve))
  collect()

  expect(held.deref()).toBeUndefined()
  expect(await iterator.next()).toEqual({ done: true, value: undefined })
})
