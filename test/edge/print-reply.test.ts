import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { writeLines } from '../../edge/local/cli/print-reply.ts'

/** What is printed of a reply of these chunks, and the error that it ends with. */
async function linesOf(
  chunks: readonly Uint8Array<ArrayBuffer>[],
  withoutProgress = false,
): Promise<{ out: string; failure: string | undefined }> {
  let out = ''
  const output = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      out += text
      done()
    },
  })
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const failure = await writeLines(new Response(body), output, { withoutProgress }).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { out, failure }
}

describe('writeLines', () => {
  it('recognises a late error after progress, wherever its bytes are cut', async () => {
    const error = `${JSON.stringify({ Message: 'some blocks were corrupt', Code: 0, Type: 'error' })}\n`
    const lines = { progress: '1 blocks processed.\r2 blocks processed.\r', text: 'a line\n', nothing: '' }
    for (const before of Object.values(lines)) {
      const bytes = new TextEncoder().encode(before + error)
      for (let cut = 0; cut <= bytes.byteLength; cut += 1) {
        const { out, failure } = await linesOf([bytes.subarray(0, cut), bytes.subarray(cut)])
        expect([cut, out, failure]).toEqual([cut, before, 'some blocks were corrupt'])
      }
    }
  })

  it('prints lines that only begin like an error, and those after them', async () => {
    const text = '{"Mess":1}\n{"Message":"a log line"}\r\n\n{"Message"'
    for (let cut = 0; cut <= text.length; cut += 1) {
      const chunks = [text.slice(0, cut), text.slice(cut)].map((part) => new TextEncoder().encode(part))
      expect(await linesOf(chunks)).toEqual({ out: text, failure: undefined })
    }
  })

  it('leaves progress out, wherever its bytes are cut', async () => {
    const error = JSON.stringify({ Message: 'some blocks were corrupt', Code: 0, Type: 'error' })
    const endings = [
      { end: 'verify complete\n', expected: { out: 'a block\nverify complete\n', failure: undefined } },
      { end: '3 blocks processed.\r', expected: { out: 'a block\n', failure: undefined } },
      { end: error, expected: { out: 'a block\n', failure: 'some blocks were corrupt' } },
    ]
    for (const { end, expected } of endings) {
      const bytes = new TextEncoder().encode(`1 blocks processed.\ra block\n2 blocks processed.\r${end}`)
      for (let cut = 0; cut <= bytes.byteLength; cut += 1) {
        const outcome = await linesOf([bytes.subarray(0, cut), bytes.subarray(cut)], true)
        expect([cut, outcome]).toEqual([cut, expected])
      }
    }
  })
})
