import { DomainError } from '../../errors.ts'

/** The answer of a resolver to a question for the TXT records of a name. */
export interface TextAnswer {
  /** The text of each record; none where the name does not exist or has no such record. */
  readonly texts: readonly string[]
  /** How long the whole answer holds: the shortest time of its records, aliases included. 0 without a record. */
  readonly ttlSeconds: number
}

const TYPE_TXT = 16
const CLASS_IN = 1
const HEADER_BYTES = 12
const RECURSION_DESIRED = 0x0100
const IS_ANSWER = 0x8000
const IS_TRUNCATED = 0x0200
const NAME_ERROR = 3
const MAX_LABEL_BYTES = 63
const MAX_NAME_BYTES = 255

/**
 * The question for the TXT records of a name in ASCII, without a dot at its end. Its id is 0, so that caches know equal
 * questions. Throws `invalid-argument` for a name that no message can hold.
 * Spec: RFC 1035, section 4.1; RFC 8484, section 4.1.
 */
export function encodeTextQuestion(name: string): Uint8Array {
  const labels = name.split('.').map((label) => new TextEncoder().encode(label))
  const encoded = [...labels.flatMap((label) => [label.byteLength, ...label]), 0]
  const isLabel = ({ byteLength }: Uint8Array) => byteLength > 0 && byteLength <= MAX_LABEL_BYTES
  if (!labels.every(isLabel) || encoded.length > MAX_NAME_BYTES) {
    const quoted = JSON.stringify(name.slice(0, MAX_NAME_BYTES))
    throw new DomainError('invalid-argument', `not a valid domain name: ${quoted}`)
  }
  const words = (...values: readonly number[]) => values.flatMap((value) => [value >> 8, value & 0xff])
  return Uint8Array.from([
    ...words(0, RECURSION_DESIRED, 1, 0, 0, 0),
    ...encoded,
    ...words(TYPE_TXT, CLASS_IN),
  ])
}

/**
 * Reads an answer. Every TXT record in it counts, whatever its owner: an alias leads to another name. Throws
 * `unavailable` for a resolver that answers with an error or with anything but a whole answer.
 * Spec: RFC 1035, section 4.1; RFC 2181, section 8.
 */
export function decodeTextAnswer(bytes: Uint8Array): TextAnswer {
  const reader = messageReader(bytes)
  reader.skip(2)
  const flags = reader.word()
  const [questions, answers] = [reader.word(), reader.word()]
  reader.skip(HEADER_BYTES - 8)
  const code = flags & 0x0f
  if (!(flags & IS_ANSWER) || flags & IS_TRUNCATED) throw noAnswer('no whole answer')
  if (code !== 0 && code !== NAME_ERROR) throw noAnswer(`error ${code}`)
  for (let left = questions; left > 0; left -= 1) {
    reader.skipName()
    reader.skip(4)
  }
  const texts: string[] = []
  let ttlSeconds = Number.POSITIVE_INFINITY
  for (let left = answers; left > 0; left -= 1) {
    reader.skipName()
    const isText = reader.word() === TYPE_TXT
    const isInternet = reader.word() === CLASS_IN
    ttlSeconds = Math.min(ttlSeconds, reader.seconds())
    const data = reader.take(reader.word())
    if (isText && isInternet) texts.push(joinStrings(data))
  }
  return { texts, ttlSeconds: Number.isFinite(ttlSeconds) ? ttlSeconds : 0 }
}

/** The character strings of one record, which hold one text together. */
function joinStrings(data: Uint8Array): string {
  const reader = messageReader(data)
  const bytes: number[] = []
  while (!reader.isAtEnd()) bytes.push(...reader.take(reader.byte()))
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

/** Reads from the first byte on. Each of its functions throws `unavailable` where the bytes end before. */
function messageReader(bytes: Uint8Array) {
  let at = 0
  const take = (count: number): Uint8Array => {
    if (at + count > bytes.byteLength) throw noAnswer('a message that is cut off')
    at += count
    return bytes.subarray(at - count, at)
  }
  const number = (count: number) => take(count).reduce((value, byte) => value * 256 + byte, 0)
  const skipName = () => {
    for (;;) {
      const length = number(1)
      // A pointer to a name further ahead ends the name. It is not followed, so it can lead in no circle.
      if (length >= 0xc0) return void take(1)
      if (length > MAX_LABEL_BYTES) throw noAnswer('a name that is none')
      if (length === 0) return
      take(length)
    }
  }
  return {
    take,
    skipName,
    skip: (count: number) => void take(count),
    byte: () => number(1),
    word: () => number(2),
    /** A time with its highest bit set counts as 0. */
    seconds() {
      const value = number(4)
      return value < 2 ** 31 ? value : 0
    },
    isAtEnd: () => at === bytes.byteLength,
  }
}

function noAnswer(state: string): DomainError {
  return new DomainError('unavailable', `Cannot resolve domain name: the resolver answers with ${state}`)
}
