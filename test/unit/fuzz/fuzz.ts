import { expect } from 'vitest'
import { DomainError } from '../../../src/errors.ts'
import { type Chance, chance } from '../rpc/chance.ts'

/**
 * As many as take no long time. `npm run test:soak` does 100,000, and by hand any number, of any seed:
 * `TIDEPOOL_FUZZ=1000000 TIDEPOOL_SEED=7 npx vitest run --project node test/unit/fuzz`.
 */
export const ROUNDS = Number(process.env['TIDEPOOL_FUZZ'] ?? 300)
/** For a test whose rounds take milliseconds. */
export const TIMEOUT_MS = 60_000 + ROUNDS * 20
export const SEED = Number(process.env['TIDEPOOL_SEED'] ?? 0x71de)

/** What a decoder is fed, and from what: `read` resolves, or throws a typed error, and nothing else. */
export async function fuzz<T>(
  make: (random: Chance) => T,
  read: (input: T, random: Chance) => unknown,
  rounds = ROUNDS,
): Promise<void> {
  const random = chance(SEED)
  for (let round = 0; round < rounds; round += 1) {
    const input = make(random)
    try {
      await read(input, random)
    } catch (error) {
      if (error instanceof DomainError) continue
      expect.fail(`seed ${SEED}, round ${round}, input ${shown(input)}: ${(error as Error).stack}`)
    }
  }
}

function shown(input: unknown): string {
  return input instanceof Uint8Array ? Buffer.from(input).toString('hex') : JSON.stringify(input)
}

const SPECIAL = [
  0x00, 0x01, 0x08, 0x0a, 0x12, 0x18, 0x22, 0x2d, 0x5c, 0x5f, 0x7f, 0x80, 0x9b, 0xbb, 0xbf, 0xc0, 0xd8, 0xed,
  0xf7, 0xfb, 0xfe, 0xff,
]

/** The bytes with a few of them changed, lost, repeated or cut off. */
export function damaged(whole: Uint8Array, random: Chance): Uint8Array<ArrayBuffer> {
  let bytes = Array.from(whole)
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    const at = random.below(bytes.length + 1)
    const count = random.below(12)
    const way = random.below(5)
    if (way === 0) bytes[at] = random.below(256)
    if (way === 1) bytes.splice(at, count)
    if (way === 2) bytes.splice(at, 0, ...bytes.slice(at, at + count))
    if (way === 3) bytes.splice(at, 1, random.oneOf(SPECIAL))
    if (way === 4) bytes.splice(at, 0, random.oneOf(SPECIAL))
  }
  if (random.below(8) === 0) bytes = bytes.slice(0, random.below(bytes.length + 1))
  return Uint8Array.from(bytes)
}

const LETTERS = Array.from('0aZ9 =;:"\\\'\t\r\n\0%+-_./*é∞😀\u202e\ud800')

/** A text with a few letters changed, lost, repeated or put in. */
export function damagedText(whole: string, random: Chance): string {
  const letters = Array.from(whole)
  for (let left = random.below(4); left > 0; left -= 1) {
    const at = random.below(letters.length + 1)
    const way = random.below(4)
    if (way === 0) letters.splice(at, 1, random.oneOf(LETTERS))
    if (way === 1) letters.splice(at, random.below(5))
    if (way === 2) letters.splice(at, 0, ...letters.slice(at, at + random.below(20)))
    if (way === 3) letters.splice(at, 0, random.oneOf(LETTERS))
  }
  return letters.join('')
}
