import { freshBytes, freshPieces } from '../random-pool.ts'
import type { Form } from './client.ts'

const BOUNDARY = 'tidepool-bench-5d0c17'

/** One file, made while it is sent. */
export function fileForm(sizeBytes: number): Form {
  const [head, foot] = [partHead('file.bin'), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]
  return {
    boundary: BOUNDARY,
    sizeBytes: head.byteLength + sizeBytes + foot.byteLength,
    *pieces() {
      yield head
      yield* freshPieces(sizeBytes)
      yield foot
    },
  }
}

export interface ManyFiles {
  readonly count: number
  readonly sizeBytes: number
  /** All in one folder of this name; apart from each other when absent. */
  readonly folder?: string
}

/** Many small files, made before they are sent. */
export function filesForm({ count, sizeBytes, folder }: ManyFiles): Form {
  const parts = Array.from({ length: count }, (_, at) => {
    const name = `${folder === undefined ? '' : `${folder}/`}file-${String(at).padStart(6, '0')}`
    return Buffer.concat([partHead(name), freshBytes(sizeBytes), Buffer.from('\r\n')])
  })
  const body = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
  return {
    boundary: BOUNDARY,
    sizeBytes: body.byteLength,
    *pieces() {
      const pieceBytes = 1024 * 1024
      for (let at = 0; at < body.byteLength; at += pieceBytes) yield body.subarray(at, at + pieceBytes)
    },
  }
}

/** One JSON document. */
export function jsonForm(value: unknown): Form {
  return textForm(JSON.stringify(value), 'node.json')
}

/** One small text. */
export function textForm(text: string, name = 'text.txt'): Form {
  const body = Buffer.concat([partHead(name), Buffer.from(text), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  return { boundary: BOUNDARY, sizeBytes: body.byteLength, pieces: () => [body] }
}

function partHead(name: string): Buffer {
  return Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${encodeURIComponent(name)}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  )
}
