import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CID, parseCid } from '../../../src/codec/cid/cid.ts'
import { hasherFor } from '../../../src/codec/cid/hashers.ts'
import { hashBytes } from '../../../src/codec/cid/multihash.ts'
import { decodeDagJson } from '../../../src/codec/dag-json/decode-dag-json.ts'
import { encodeDagJson } from '../../../src/codec/dag-json/encode-dag-json.ts'
import { linksOfBlock } from '../../../src/codec/ipld/block-links.ts'
import { type DagCodec, dagCodec } from '../../../src/codec/ipld/dag-codecs.ts'
import { damaged, fuzz, ROUNDS, SEED } from '../fuzz/fuzz.ts'

interface JoseCase {
  readonly name: string
  readonly value: unknown
  readonly refused?: boolean
  readonly cid?: string
  readonly dagJson?: string
  readonly hex?: string
}

interface GitCase {
  readonly name: string
  readonly cid: string
  readonly hex: string
  readonly dagJson: string | null
}

const casesOf = <T>(name: string): readonly T[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/codec', name), 'utf8')).cases
const fromHex = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const jose = codec(0x85)
const git = codec(0x78)

describe('dag-jose', () => {
  const cases = casesOf<JoseCase>('dag-jose.json')

  it.each(cases.filter(({ refused }) => !refused))('writes $name as the reference does', async (options) => {
    const block = jose.encode(decodeDagJson(new TextEncoder().encode(JSON.stringify(options.value))))

    expect(Buffer.from(block).toString('hex')).toBe(options.hex)
    expect(await cidOf(jose, 'sha2-256', block)).toBe(options.cid)
    expect(text(encodeDagJson(jose.decode(block)))).toBe(options.dagJson)
  })

  it.each(cases.filter(({ refused }) => refused))('refuses $name', ({ value }) => {
    const node = decodeDagJson(new TextEncoder().encode(JSON.stringify(value)))

    expect(() => jose.encode(node)).toThrow(expect.objectContaining({ code: 'invalid-argument' }))
  })

  it('finds the payload of a JWS as a link', () => {
    const signed = cases.find(({ name }) => name === 'general JWS')

    const links = linksOfBlock(parseCid(signed?.cid ?? ''), fromHex(signed?.hex ?? ''))

    expect(links.map(String)).toEqual(['bafyreidykglsfhoixmivffc5uwhcgshx4j465xwqntbmu43nb2dzqwfvae'])
  })
})

describe('git-raw', () => {
  const cases = casesOf<GitCase>('git-raw.json')
  const readable = cases.filter(({ dagJson }) => dagJson !== null)

  it.each(readable)('reads $name as the reference does', ({ hex, dagJson }) => {
    expect(text(encodeDagJson(git.decode(fromHex(hex))))).toBe(dagJson)
  })

  // An empty message, and a tagger that is missing, read like ones that are empty.
  const ambiguous = ['tag without tagger', 'commit without message', 'person without name']
  it.each(readable.filter(({ name }) => !ambiguous.includes(name)))(
    'writes $name as it was',
    async (options) => {
      const block = git.encode(decodeDagJson(new TextEncoder().encode(options.dagJson ?? '')))

      expect(Buffer.from(block).toString('hex')).toBe(options.hex)
      expect(await cidOf(git, 'sha1', block)).toBe(options.cid)
    },
  )

  it.each(cases.filter(({ dagJson }) => dagJson === null))('refuses $name', ({ hex }) => {
    expect(() => git.decode(fromHex(hex))).toThrow(expect.objectContaining({ code: 'corrupt' }))
  })
})

describe(`both codecs under ${ROUNDS} damaged blocks, seed ${SEED}`, () => {
  const blocks = [
    ...casesOf<JoseCase>('dag-jose.json').map(({ hex = '' }) => [jose, fromHex(hex)] as const),
    ...casesOf<GitCase>('git-raw.json').map(({ hex }) => [git, fromHex(hex)] as const),
  ].filter(([, block]) => block.byteLength > 0)

  it('refuse with a typed error, or read what they write again', async () => {
    await fuzz(
      (random) => {
        const [read, block] = random.oneOf(blocks)
        return { read, block: damaged(block, random) }
      },
      ({ read, block }) => {
        const value = read.decode(block)
        expect(read.decode(read.encode(value))).toEqual(value)
      },
    )
  })
})

function codec(code: number): DagCodec {
  const found = dagCodec(code)
  if (!found) throw new Error(`no codec ${code}`)
  return found
}

async function cidOf({ code }: DagCodec, hash: string, block: Uint8Array): Promise<string> {
  const hasher = hasherFor(hash)
  if (!hasher) throw new Error(`no hasher ${hash}`)
  return CID.createV1(code, await hashBytes(hasher, block)).toString()
}
