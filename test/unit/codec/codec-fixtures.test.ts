import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as libraryCbor from '@ipld/dag-cbor'
import * as libraryJson from '@ipld/dag-json'
import { describe, expect, it } from 'vitest'
import { CID } from '../../../src/codec/cid/cid.ts'
import { codecNamed } from '../../../src/codec/cid/codec-names.ts'
import { hasherFor } from '../../../src/codec/cid/hashers.ts'
import { hashBytes } from '../../../src/codec/cid/multihash.ts'
import { type DagCodec, dagCodec } from '../../../src/codec/ipld/dag-codecs.ts'

type Forms = Readonly<Record<string, { readonly cid: string; readonly file: string }>>

interface NegativeCase {
  readonly codec: string
  readonly direction: 'decode' | 'encode'
  readonly name: string
  readonly hex?: string
  readonly value?: unknown
}

interface RandomCase {
  readonly dagJson: string
  readonly dagJsonCid: string
  readonly dagCborHex: string
  readonly dagCborCid: string
}

const folder = join(import.meta.dirname, '../../fixtures/codec')
const casesOf = <T>(name: string): readonly T[] => JSON.parse(readFileSync(join(folder, name), 'utf8')).cases

/**
 * Keys and links out of order are let pass by the reference and exist: the other strict rules of the set are kept.
 */
const LENIENT = ['a map with an unsorted pair', 'bad sort']

describe('blocks of the public set', () => {
  const pairs = casesOf<{ readonly name: string; readonly forms: Forms }>('cases.json').flatMap(
    ({ name, forms }) =>
      Object.keys(forms).flatMap((from) => Object.keys(forms).map((to) => [name, from, to, forms] as const)),
  )

  it.each(pairs)('%s: %s to %s', async (_, from, to, forms) => {
    const bytes = new Uint8Array(readFileSync(join(folder, forms[from]?.file ?? '')))

    const written = codec(to).encode(codec(from).decode(bytes))

    expect(await cidOf(to, written)).toBe(forms[to]?.cid)
  })

  it.each(casesOf<RandomCase>('random.json').map((one, at) => [at, one] as const))(
    'random value %i in dag-json and dag-cbor',
    async (_, one) => {
      const json = codec('dag-json').decode(new TextEncoder().encode(one.dagJson))
      const cbor = codec('dag-cbor').decode(fromHex(one.dagCborHex))

      for (const value of [json, cbor]) {
        expect(await cidOf('dag-json', codec('dag-json').encode(value))).toBe(one.dagJsonCid)
        expect(await cidOf('dag-cbor', codec('dag-cbor').encode(value))).toBe(one.dagCborCid)
      }
    },
  )
})

describe('blocks that @ipld/dag-cbor and @ipld/dag-json read', () => {
  it.each([
    ['dag-cbor', libraryCbor],
    ['dag-json', libraryJson],
  ] as const)('are the same when %s was written here', (name, library) => {
    for (const one of casesOf<RandomCase>('random.json')) {
      const theirs = name === 'dag-cbor' ? fromHex(one.dagCborHex) : new TextEncoder().encode(one.dagJson)

      const ours = codec(name).encode(codec(name).decode(theirs))

      expect(library.decode(ours)).toEqual(library.decode(theirs))
      expect(new Uint8Array(library.encode(library.decode(ours)))).toEqual(ours)
    }
  })
})

describe('what codecs must refuse', () => {
  const cases = casesOf<NegativeCase>('negative.json').map(
    (one) => [one.codec, one.direction, one.name, one] as const,
  )

  it.each(cases.filter(([, , name]) => !LENIENT.includes(name)))('%s %s: %s', (_, direction, __, one) => {
    expect(() => run(one)).toThrow(
      expect.objectContaining({ code: direction === 'decode' ? 'corrupt' : 'invalid-argument' }),
    )
  })

  it.each(cases.filter(([, , name]) => LENIENT.includes(name)))('but not %s %s: %s', (_, __, ___, one) => {
    expect(() => run(one)).not.toThrow()
  })
})

function run({ codec: name, direction, hex, value }: NegativeCase): unknown {
  if (direction === 'decode') return codec(name).decode(fromHex(hex ?? ''))
  return codec(name).encode(codec('dag-json').decode(new TextEncoder().encode(JSON.stringify(value))))
}

function codec(name: string): DagCodec {
  const found = dagCodec(codecNamed(name) ?? -1)
  if (!found) throw new Error(`no codec ${name}`)
  return found
}

async function cidOf(name: string, bytes: Uint8Array): Promise<string> {
  const sha256 = hasherFor('sha2-256')
  if (!sha256) throw new Error('no sha2-256')
  return CID.createV1(codec(name).code, await hashBytes(sha256, bytes)).toString()
}

function fromHex(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'))
}
