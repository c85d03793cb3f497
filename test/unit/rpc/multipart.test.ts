import { describe, expect, it } from 'vitest'
import type { FormPart } from '../../../src/rpc/form/form-part.ts'
import { multipartBoundary, readParts } from '../../../src/rpc/form/multipart.ts'
import { ROUNDS, TIMEOUT_MS } from '../fuzz/fuzz.ts'
import { type Chance, chance } from './chance.ts'
import { referenceParts } from './reference-multipart.ts'

const ENCODER = new TextEncoder()

interface Pieces {
  /** Sizes of the pieces, repeated; one piece when absent. */
  readonly sizes?: readonly number[] | undefined
  /** True for a stream that fills the reader's buffers, as workerd has. */
  readonly filling?: boolean
}

/** A stream of `body` in pieces. */
function streamOf(body: Uint8Array, { sizes = [body.byteLength], filling = false }: Pieces = {}) {
  let at = 0
  let piece = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= body.byteLength) return controller.close()
      const size = Math.max(1, sizes[piece % sizes.length] ?? 1)
      controller.enqueue(body.slice(at, at + size))
      piece += 1
      at += size
    },
  })
  return filling ? Object.assign(stream, { getReader: () => fillingReader(body) }) : stream
}

function fillingReader(body: Uint8Array): object {
  let at = 0
  return {
    async readAtLeast(count: number, view: Uint8Array) {
      const chunk = body.subarray(at, at + Math.min(count, view.byteLength))
      at += chunk.byteLength
      view.set(chunk)
      return { value: chunk.byteLength === 0 ? undefined : view.subarray(0, chunk.byteLength) }
    },
    cancel: async () => undefined,
    releaseLock: () => undefined,
  }
}

async function contentOf({ content }: FormPart): Promise<string> {
  let text = ''
  for await (const chunk of content) text += String.fromCharCode(...chunk)
  return text
}

/** The parts of a body, which must be the same where its length is declared and it is read as a whole. */
async function partsOf(body: string, boundary = 'b', pieces: Pieces = {}) {
  const read = async (expectedBytes?: number) => {
    const found: { headers: Record<string, string>; content: string }[] = []
    for await (const part of readParts(streamOf(latin1(body), pieces), boundary, { expectedBytes })) {
      found.push({ headers: Object.fromEntries(part.headers), content: await contentOf(part) })
    }
    return found
  }
  const isFilling = pieces.filling === true
  const [streamed, whole] = await Promise.allSettled([read(), read(isFilling ? undefined : body.length)])
  expect(whole).toEqual(streamed)
  if (streamed.status === 'rejected') throw streamed.reason
  return streamed.value
}

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

describe('multipartBoundary()', () => {
  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data;BOUNDARY=abc', 'abc'],
    ['multipart/form-data; charset=utf-8; boundary="a b;c"', 'a b;c'],
    ['multipart/form-data; boundary="a\\"b"', 'a"b'],
    ['multipart/form-data; boundary=abc; charset=utf-8', 'abc'],
  ])('finds the boundary of %s', (type, boundary) => {
    expect(multipartBoundary(type)).toBe(boundary)
  })

  it.each([
    null,
    'text/plain; boundary=abc',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-database; boundary=abc',
    `multipart/form-data; boundary=${'x'.repeat(201)}`,
  ])('finds none in %s', (type) => {
    expect(multipartBoundary(type)).toBeUndefined()
  })
})

describe('readParts()', () => {
  it('gives headers by lower-case name, and the first of a repeated one', async () => {
    const body =
      '--b\r\nContent-TYPE:  text/plain \r\nX-A: 1\r\nx-a: 2\r\nFolded: a\r\n  b\r\n\r\nhi\r\n--b--'

    expect(await partsOf(body)).toEqual([
      { headers: { 'content-type': 'text/plain', 'x-a': '1', folded: 'a b' }, content: 'hi' },
    ])
  })

  it('ignores the bytes before the first part and after the last', async () => {
    expect(await partsOf('before\r\n--b\r\n\r\nx\r\n--b--\r\nafter\r\n--b\r\n\r\ny')).toEqual([
      { headers: {}, content: 'x' },
    ])
  })

  it('treats a line that only begins like a delimiter as content', async () => {
    expect(await partsOf('--b\r\n\r\n1\r\n--bb\r\n--b-\r\n--b!\r\n2\r\n--b \t\r\n\r\n\r\n--b--')).toEqual([
      { headers: {}, content: '1\r\n--bb\r\n--b-\r\n--b!\r\n2' },
      { headers: {}, content: '' },
    ])
  })

  it.each([
    ['nothing', ''],
    ['no delimiter', 'just text'],
    ['no end', '--b\r\n\r\nhalf'],
    ['an end cut short', '--b\r\n\r\nx\r\n--b-'],
    ['headers cut short', '--b\r\nContent-Type: te'],
    ['a header without a name', '--b\r\nno colon\r\n\r\nx\r\n--b--'],
    ['text behind a delimiter', '--b\r\n\r\nx\r\n--b x\r\n\r\n'],
    ['headers over 16 KiB', `--b\r\nX: ${'y'.repeat(16 * 1024)}\r\n\r\nx\r\n--b--`],
  ])('refuses a body with %s', async (_, body) => {
    await expect(partsOf(body)).rejects.toMatchObject({ code: 'invalid-argument' })
  })

  it('cancels the body when the reader stops', async () => {
    const told = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(ENCODER.encode('--b\r\n\r\nx\r\n')),
      cancel: () => told.resolve(),
    })

    for await (const _ of readParts(body, 'b')) break

    await told.promise
  })

  it('holds one buffer of an endless part', async () => {
    let sent = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          sent += 1
          controller.enqueue(sent === 1 ? ENCODER.encode('--b\r\n\r\n') : new Uint8Array(64 * 1024))
        },
      },
      { highWaterMark: 0 },
    )

    for await (const { content } of readParts(body, 'b')) {
      for await (const chunk of content) {
        if (chunk.byteLength > 0) break
      }
      break
    }

    expect(sent).toBeLessThan(5)
  })
})

describe('readParts() of random bodies', () => {
  const seed = 0x71de

  it(`reads ${ROUNDS} bodies as a plain parser does, in pieces of any size (seed ${seed})`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const random = chance(seed)
    for (let round = 0; round < ROUNDS; round += 1) {
      const boundary = randomBoundary(random)
      const body = randomBody(random, boundary)
      const pieces: Pieces = {
        sizes: Array.from(
          { length: 1 + random.below(5) },
          () => 1 + random.below(random.oneOf([1, 3, 60, 4000])),
        ),
        filling: random.oneOf([true, false, false]),
      }

      const expected = referenceParts(body, boundary)
      const expectedBytes = pieces.filling ? undefined : random.oneOf([body.length, undefined])
      const parts = readParts(streamOf(latin1(body), pieces), boundary, { expectedBytes })
      const found = await readLoosely(parts, random)

      const label = `seed ${seed}, round ${round}: ${JSON.stringify({ boundary, body, pieces, expectedBytes })}`
      expect(found.failed, label).toBe(expected.failed)
      expect(found.parts.length, label).toBe(expected.parts.length)
      for (const [at, { headers, content, whole }] of found.parts.entries()) {
        const part = expected.parts[at]
        expect(headers, label).toEqual(part?.headers)
        if (whole) expect(content, label).toBe(part?.content)
        else expect(part?.content.startsWith(content), label).toBe(true)
      }
    }
  })
})

/** Reads every part, or only its first piece, or nothing of it. */
async function readLoosely(parts: AsyncIterable<FormPart>, random: Chance) {
  const found: { headers: Record<string, string>; content: string; whole: boolean }[] = []
  try {
    for await (const part of parts) {
      const manner = random.oneOf(['whole', 'whole', 'first', 'none'] as const)
      const entry = { headers: Object.fromEntries(part.headers), content: '', whole: false }
      found.push(entry)
      if (manner === 'none') continue
      for await (const chunk of part.content) {
        entry.content += String.fromCharCode(...chunk)
        if (manner === 'first') break
      }
      entry.whole = manner === 'whole'
    }
    return { parts: found, failed: false }
  } catch {
    const last = found.at(-1)
    if (last) last.whole = false
    return { parts: found, failed: true }
  }
}

function randomBoundary(random: Chance): string {
  return random.oneOf(['b', 'XX', '----WebKitFormBoundary7MA4YWxk', '-', 'a b', "'()+_,-./:=?"])
}

/** Parts full of what looks like delimiters, with a preamble, an epilogue, and now and then a fault. */
function randomBody(random: Chance, boundary: string): string {
  const noise = () =>
    Array.from({ length: random.below(12) }, () =>
      random.oneOf([
        '\r',
        '\n',
        '\r\n',
        '-',
        '--',
        `--${boundary}`,
        `\r\n--${boundary}x`,
        boundary,
        '\0',
        'text',
        ' ',
        'ÿ',
      ]),
    ).join('')
  const header = () =>
    random.oneOf([
      'Content-Disposition: form-data; name="file"; filename="a\\"b"',
      'content-disposition: form-data; name=file',
      'Content-Type: application/octet-stream',
      'X-Empty:',
      'X-Folded: a\r\n\tb',
      `X-Long: ${'y'.repeat(random.below(30) === 0 ? 17_000 : 300)}`,
      ...(random.below(40) === 0 ? ['no colon here'] : []),
    ])
  let body = random.oneOf(['', '', 'preamble\r\n', '\r\n'])
  for (let parts = random.below(5); parts > 0; parts -= 1) {
    const headers = Array.from({ length: random.below(3) }, () => `${header()}\r\n`).join('')
    body += `--${boundary}${random.oneOf(['', '', ' ', '\t '])}\r\n${headers}\r\n${noise()}\r\n`
  }
  body += random.oneOf([`--${boundary}--`, `--${boundary}--\r\n`, `--${boundary}--\r\nepilogue`, ''])
  return random.below(8) === 0 ? body.slice(0, random.below(body.length + 1)) : body
}
