import { createCipheriv, createHash } from 'node:crypto'

const PIECE_BYTES = 65_536

/** The ChaCha20 key stream whose key is the SHA-256 of a text, with a nonce of zeros, in pieces of 64 KiB. */
export function* keyStream(seed: string, length: number): Generator<Uint8Array> {
  const key = createHash('sha256').update(seed).digest()
  const cipher = createCipheriv('chacha20', key, new Uint8Array(16))
  const zeros = new Uint8Array(PIECE_BYTES)
  for (let left = length; left > 0; left -= PIECE_BYTES) {
    yield new Uint8Array(cipher.update(zeros.subarray(0, Math.min(left, PIECE_BYTES))))
  }
}

export interface NamesInit {
  readonly seed: string
  readonly count: number
  readonly length: number
  readonly lastLength: number
  readonly alphabet: string
}

/** Names whose letters a key stream picks. */
export function* keyStreamNames({ seed, count, length, lastLength, alphabet }: NamesInit): Generator<string> {
  const letters = [...keyStream(seed, (count - 1) * length + lastLength)].flatMap((piece) =>
    Array.from(piece, (byte) => alphabet[byte % alphabet.length] ?? ''),
  )
  for (let at = 0; at < count; at += 1) {
    const from = at * length
    yield letters.slice(from, from + (at === count - 1 ? lastLength : length)).join('')
  }
}
