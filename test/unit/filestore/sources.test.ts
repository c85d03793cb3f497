import { describe, expect, it } from 'vitest'
import { createSources } from '../../../src/filestore/sources.ts'
import { memoryPorts } from '../memory-ports.ts'
import { gathered } from '../unixfs/added.ts'

const MIB = 1024 * 1024
const URL_OF_FILE = 'https://files.example.org/a'

interface Answer {
  readonly status: number
  readonly body?: Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
}

/** Sources whose server gives these answers, one after the other, and the ranges that were asked for. */
function answering(...answers: readonly Answer[]) {
  const asked: (string | null)[] = []
  const sources = createSources({
    clock: memoryPorts().clock,
    urls: {
      refusal: () => undefined,
      async fetch({ headers }) {
        const { status, body, headers: own = {} } = answers[asked.length] ?? { status: 500 }
        asked.push(headers.get('Range'))
        return new Response(body ?? null, { status, headers: own })
      },
    },
  })
  const content = () => gathered(sources.content(sources.locate(URL_OF_FILE)))
  return { sources, asked, content }
}

const piece = (at: number, total: number | '*', more: Record<string, string> = {}): Answer => ({
  status: 206,
  body: new Uint8Array(MIB).fill(at),
  headers: { 'Content-Range': `bytes ${at * MIB}-${(at + 1) * MIB - 1}/${total}`, ...more },
})
const pastEnd = (headers: Record<string, string> = {}): Answer => ({ status: 416, headers })

describe('the content of a URL', () => {
  it.each([
    ['its length is the stated one', [piece(0, 2 * MIB), piece(1, 2 * MIB), pastEnd()]],
    [
      'the server states it at the end',
      [piece(0, '*'), piece(1, '*'), pastEnd({ 'Content-Range': `bytes */${2 * MIB}` })],
    ],
    ['the server states none', [piece(0, '*'), piece(1, '*'), pastEnd()]],
    [
      'only the pieces have a version',
      [piece(0, '*', { ETag: 'a' }), piece(1, '*', { ETag: 'a' }), pastEnd()],
    ],
    ['only the end has a version', [piece(0, '*'), piece(1, '*'), pastEnd({ ETag: 'a' })]],
  ])('ends where it is past its end and %s', async (_, answers) => {
    expect((await answering(...answers).content()).byteLength).toBe(2 * MIB)
  })

  it.each([
    ['shorter than stated', [piece(0, 5 * MIB), pastEnd()]],
    [
      'shorter than what was read',
      [piece(0, '*'), piece(1, '*'), pastEnd({ 'Content-Range': `bytes */${MIB}` })],
    ],
    ['empty before its end', [piece(0, 5 * MIB), { status: 206, headers: {} }]],
    ['of another length', [piece(0, 5 * MIB), piece(1, 6 * MIB)]],
    ['of another version at its end', [piece(0, '*', { ETag: 'a' }), pastEnd({ ETag: 'b' })]],
  ])('is refused when it is %s', async (_, answers) => {
    await expect(answering(...answers).content()).rejects.toMatchObject({ code: 'failed-precondition' })
  })
})
