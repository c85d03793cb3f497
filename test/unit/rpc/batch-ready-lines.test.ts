import { describe, expect, it } from 'vitest'
import { batchReadyLines } from '../../../src/rpc/serve/batch-ready-lines.ts'

const DECODER = new TextDecoder()
const KIB = 1024

/** Lines that come when the test says so, and what the reader has asked of them. */
function sourceOfLines() {
  type Line = IteratorResult<string | Uint8Array, undefined>
  const waiting: PromiseWithResolvers<Line>[] = []
  const asked = { lines: 0, left: false }
  const source: AsyncIterator<string | Uint8Array, undefined> = {
    next() {
      asked.lines += 1
      const line = Promise.withResolvers<Line>()
      waiting.push(line)
      return line.promise
    },
    async return() {
      asked.left = true
      return { done: true, value: undefined }
    },
  }
  return {
    asked,
    lines: batchReadyLines(source),
    give: (line: string | Uint8Array) => waiting.shift()?.resolve({ done: false, value: line }),
    end: () => waiting.shift()?.resolve({ done: true, value: undefined }),
    fail: (error: unknown) => waiting.shift()?.reject(error),
  }
}

async function* manyLines(count: number, line: string): AsyncGenerator<string, undefined> {
  for (let at = 0; at < count; at += 1) yield line
  return undefined
}

/** Everything that can run without the world has run. */
const quiet = () => new Promise((resolve) => setTimeout(resolve))

async function textOf(piece: Promise<IteratorResult<Uint8Array, undefined>>): Promise<string | undefined> {
  const { value } = await piece
  return value && DECODER.decode(value)
}

describe('batchReadyLines()', () => {
  it('reads nothing before the first line is requested', async () => {
    const { asked } = sourceOfLines()

    await quiet()

    expect(asked.lines).toBe(0)
  })

  it('gives each line alone and at once to a reader that waits for it', async () => {
    const { lines, give } = sourceOfLines()
    const pieces: (string | undefined)[] = []

    for (const line of ['first\n', 'second\n', 'third\n']) {
      const piece = textOf(lines.next())
      await quiet()
      give(line)
      pieces.push(await piece)
    }

    expect(pieces).toEqual(['first\n', 'second\n', 'third\n'])
  })

  it('sends what became ready between two reads as one chunk', async () => {
    const { lines, give } = sourceOfLines()
    const first = textOf(lines.next())
    for (const line of ['first\n', 'second\n', 'third\n', 'fourth\n']) {
      give(line)
      await quiet()
    }

    const pieces = [await first, await textOf(lines.next())]

    expect(pieces).toEqual(['first\n', 'second\nthird\nfourth\n'])
  })

  it('reads at most 64 KiB and one line ahead of its reader', async () => {
    let taken = 0
    const counted = async function* () {
      for await (const line of manyLines(1_000, 'x'.repeat(KIB))) {
        taken += 1
        yield line
      }
      return undefined
    }
    const lines = batchReadyLines(counted())
    await lines.next()
    await quiet()
    const ahead = taken - 1

    const { value } = await lines.next()

    expect(ahead).toBeGreaterThan(1)
    expect(ahead).toBeLessThanOrEqual(65)
    expect(value?.byteLength).toBe(ahead * KIB)
    await lines.return?.()
  })

  it('loses no line and keeps their order', async () => {
    const lines = batchReadyLines(manyLines(10_000, 'line\n'))
    let text = ''
    for (let piece = await lines.next(); !piece.done; piece = await lines.next()) {
      text += DECODER.decode(piece.value)
      if (text.length % 3 === 0) await quiet()
    }

    expect(text).toBe('line\n'.repeat(10_000))
  })

  it('fails after the lines that came before', async () => {
    const { lines, give, fail } = sourceOfLines()
    const first = textOf(lines.next())
    give('first\n')
    await first
    await quiet()
    give('second\n')
    await quiet()
    fail(new Error('lost'))
    await quiet()

    expect(await textOf(lines.next())).toBe('second\n')
    await expect(lines.next()).rejects.toThrow('lost')
  })

  it('sends bytes as they are, in their order among texts', async () => {
    const { lines, give, end } = sourceOfLines()
    const first = lines.next()
    give(new Uint8Array([0xff]))
    expect((await first).value).toEqual(new Uint8Array([0xff]))
    await quiet()
    for (const line of ['a', new Uint8Array([0xfe, 0xfd]), '', 'b']) {
      give(line)
      await quiet()
    }
    end()

    expect((await lines.next()).value).toEqual(new Uint8Array([0x61, 0xfe, 0xfd, 0x62]))
    expect(await lines.next()).toEqual({ done: true, value: undefined })
  })

  it('sends the rest at once when the lines end without waiting', async () => {
    const lines = batchReadyLines(manyLines(3, 'line\n'))
    await lines.next()

    const rest = await lines.restAtOnce()

    expect(DECODER.decode(rest)).toBe('line\nline\n')
    expect(await lines.next()).toEqual({ done: true, value: undefined })
  })

  it('does not wait for a rest that is pending, and ignores one that fails', async () => {
    const { lines, give, fail } = sourceOfLines()
    const first = textOf(lines.next())
    give('first\n')
    await first
    await quiet()
    give('second\n')

    expect(await lines.restAtOnce()).toBeUndefined()
    fail(new Error('lost'))
    await quiet()

    expect(await lines.restAtOnce()).toBeUndefined()
    expect(await textOf(lines.next())).toBe('second\n')
    await expect(lines.next()).rejects.toThrow('lost')
  })

  it('ends when the lines end', async () => {
    const { lines, end } = sourceOfLines()
    const next = lines.next()
    await quiet()
    end()

    expect(await next).toEqual({ done: true, value: undefined })
  })

  it('tells the source when its reader stops, and reads nothing more', async () => {
    const { lines, give, asked } = sourceOfLines()
    const first = lines.next()
    give('first\n')
    await first
    await quiet()
    const before = asked.lines

    await lines.return?.()
    give('second\n')
    await quiet()

    expect([asked.left, asked.lines]).toEqual([true, before])
  })
})
