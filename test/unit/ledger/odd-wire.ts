import { type Field, type MessageName, SCHEMA } from '../../../proto/gen/ledger-schema.ts'
import type { Chance } from '../rpc/chance.ts'

const NUMBERS = [0n, 1n, 127n, 128n, 2n ** 31n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 32n + 1n, 2n ** 53n + 1n]
const LARGE = [2n ** 63n, 2n ** 64n - 2n ** 31n, 2n ** 64n - 1n]
const TEXTS = ['', 'a', 'rollappevm_1234-1', 'é日🚀\0', '\ufeffx', 'x'.repeat(130)].map((text) => [
  ...new TextEncoder().encode(text),
])
const NO_TEXTS = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]

/**
 * Bytes that are nearly always a message, and never written so by an encoder of ours: fields in any order, again
 * and again, padded, packed and single, with unknown ones and groups between them.
 */
export function oddWire(name: MessageName, random: Chance): number[] {
  const fields = SCHEMA[name]
  return Array.from({ length: random.below(fields.length + 4) }, () => {
    const isKnown = fields.length > 0 && random.below(20) > 0
    return isKnown ? fieldBytes(random.oneOf(fields), random) : unknownBytes(random, 0)
  }).flat()
}

function fieldBytes(field: Field, random: Chance): number[] {
  const { number, type, repeated } = field
  if (type === 'message') return long(number, oddWire(field.of, random), random)
  if (type === 'string') return long(number, random.oneOf(random.below(60) > 0 ? TEXTS : NO_TEXTS), random)
  if (type === 'bytes') return long(number, bytesOf(random.oneOf([0, 1, 31, 32, 33]), random), random)
  if (!repeated || random.below(2) > 0) return [...tag(number, 0, random), ...anyVarint(random)]
  const packed = Array.from({ length: random.below(5) }, () => anyVarint(random))
  return long(number, packed.flat(), random)
}

function unknownBytes(random: Chance, depth: number): number[] {
  const number = random.oneOf([1, 2, 3, 7, 8, 9, 15, 16, 99, 1024, 2 ** 29 - 1])
  switch (random.below(depth > 5 ? 4 : 5)) {
    case 0:
      return [...tag(number, 0, random), ...anyVarint(random)]
    case 1:
      return [...tag(number, 1, random), ...bytesOf(8, random)]
    case 2:
      return [...tag(number, 5, random), ...bytesOf(4, random)]
    case 3:
      return long(number, bytesOf(random.below(20), random), random)
    default: {
      const inner = Array.from({ length: random.below(3) }, () => unknownBytes(random, depth + 1))
      const end = random.below(40) > 0 ? number : 5
      return [...tag(number, 3, random), ...inner.flat(), ...tag(end, 4, random)]
    }
  }
}

const bytesOf = (count: number, random: Chance) => Array.from({ length: count }, () => random.below(256))

function long(number: number, content: readonly number[], random: Chance): number[] {
  const length = padded(varint(BigInt(content.length)), 5, random)
  return [...tag(number, 2, random), ...length, ...content]
}

const tag = (number: number, wireType: number, random: Chance) =>
  padded(varint(BigInt(number) * 8n + BigInt(wireType)), 5, random)

const anyVarint = (random: Chance) =>
  padded(varint(random.oneOf(random.below(3) > 0 ? NUMBERS : LARGE)), 10, random)

function varint(value: bigint): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)]
    bytes.push(Number(rest & 127n) | 128)
  }
}

/** Now and then longer than it need be, and once in a while longer than it may be. */
function padded(bytes: readonly number[], most: number, random: Chance): number[] {
  if (random.below(6) > 0) return [...bytes]
  const length = bytes.length + random.below(most - bytes.length + (random.below(20) > 0 ? 1 : 2))
  const zeros = Array<number>(length - bytes.length).fill(0)
  return [...bytes, ...zeros].map((byte, at) => (at < length - 1 ? byte | 128 : byte))
}
