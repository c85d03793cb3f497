import { describe, expect, it } from 'vitest'
import { formSource } from '../../../src/rpc/form/form-source.ts'
import { readParts } from '../../../src/rpc/form/multipart.ts'
import { damaged, fuzz, ROUNDS, SEED } from './fuzz.ts'

const PARTS = [
  'Content-Disposition: form-data; name="file"; filename="a%2Fb"\r\n\r\none',
  'Content-Disposition: attachment; filename="c+d"\r\nContent-Type: application/x-directory\r\n\r\n',
  'Content-Disposition: form-data; name="file-0?mode=0644&mtime=12"; filename="../e"\r\nabspath: /e\r\n\r\n\r\n--b',
  'Content-Type: application/symlink\r\nContent-Disposition: form-data; filename="s"\r\n\r\n../target',
  'Mode: 0755\r\nMtime: 1\r\nMtime-Nsecs: 2\r\nContent-Disposition: form-data; name=file\r\n\r\n',
]

describe(`multipart forms under ${ROUNDS} damaged ones, seed ${SEED}`, () => {
  it('refuse, or give entries whose paths lead nowhere else, and no more bytes than were sent', () =>
    fuzz(
      (random) => {
        const parts = Array.from({ length: 1 + random.below(4) }, () => `--b\r\n${random.oneOf(PARTS)}\r\n`)
        return damaged(new TextEncoder().encode(`${parts.join('')}--b--\r\n`), random)
      },
      async (bytes, random) => {
        const stream = inPieces(bytes, 1 + random.below(60))
        let given = 0
        for await (const entry of formSource(readParts(stream, 'b'), { mode: true, mtime: true })) {
          const names = entry.path === '' ? [] : entry.path.split('/')
          expect(names.filter((name) => ['', '.', '..'].includes(name) || name.includes('\0'))).toEqual([])
          if (entry.kind === 'file') for await (const piece of entry.content) given += piece.byteLength
        }
        expect(given).toBeLessThan(bytes.byteLength)
      },
    ))
})

function inPieces(bytes: Uint8Array, sizeBytes: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.byteLength) return controller.close()
      controller.enqueue(bytes.slice(at, at + sizeBytes))
      at += sizeBytes
    },
  })
}
