import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { BUZHASH_TABLE } from '../../../src/unixfs/chunk/buzhash-boundary.ts'
import { parseChunker } from '../../../src/unixfs/chunk/chunker.ts'
import { contentDefinedChunks } from '../../../src/unixfs/chunk/content-defined-chunks.ts'
import { linearBytes, randomBytes } from '../../requests/random-bytes.ts'
import { added, file, gathered } from './added.ts'

const MIB = 1_048_576

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
}

async function cuts(chunker: string, bytes: Uint8Array, pieceBytes = 65_536): Promise<number[]> {
  const found: number[] = []
  for await (const chunk of parseChunker(chunker)(pieces(bytes, pieceBytes))) found.push(chunk.byteLength)
  return found
}

describe('content-defined chunkers', () => {
  let four: Uint8Array
  let one: Uint8Array

  beforeAll(() => {
    four = linearBytes(4 * MIB)
    one = four.subarray(0, MIB)
  })

  it('are tested with the published input', () => {
    expect(sha256(one)).toBe('8ffdf7e6cfde155ab118e1f70435db9efd0e96745e674854895edd173fc591ca')
    expect(sha256(four)).toBe('33c3342bacc8ffa626e4f30007ebc2fb92320a363dcd8551e634d648fe6b4926')
  })

  it('have the published table of buzhash', () => {
    const bytes = new DataView(new ArrayBuffer(1024))
    BUZHASH_TABLE.forEach((word, at) => {
      bytes.setUint32(at * 4, word)
    })

    expect(sha256(new Uint8Array(bytes.buffer))).toBe(
      '3bac776138fbc00286f2e800a9bce9bede64d199c520c7721814a873372f5456',
    )
  })

  it('cut by rabin where the network does', async () => {
    expect(await cuts('rabin', one)).toEqual([393_216, 150_677, 125_293, 242_360, 137_030])
    expect(await cuts('rabin', new Uint8Array(1_000_000))).toEqual([...Array(11).fill(87_381), 38_809])
    expect(await cuts('rabin-36-512-1024', one)).toHaveLength(2259)
    expect(await cuts('rabin-512-1024-2048', one)).toHaveLength(800)
  })

  it('read the short and the labelled spelling of rabin alike', async () => {
    const spelled = await cuts('rabin-87381-262144-393216', one)

    expect(await cuts('rabin', one)).toEqual(spelled)
    expect(await cuts('rabin-262144', one)).toEqual(spelled)
    expect(await cuts('rabin-min:87381-avg:262144-max:393216', one)).toEqual(spelled)
  })

  it('cut by buzhash where the network does', async () => {
    expect(await cuts('buzhash', four)).toEqual([
      246_752, 276_779, 202_996, 341_293, 274_093, 290_287, 183_272, 448_158, 160_124, 178_960, 460_819,
      457_837, 473_109, 178_541, 21_284,
    ])
    expect(await cuts('buzhash', new Uint8Array(1_000_000))).toEqual([...Array(7).fill(131_072), 82_496])
  })

  it.each([
    ['rabin', {}, MIB, 'QmVikMMnW658q42HSroJ7843YwHRYKJZZpe2snKkeRaKyo'],
    ['rabin-36-512-1024', {}, MIB, 'QmVvLW3LbwTaWt871RtsXSLMpUurmVax5dHvXipkzqQmfE'],
    ['rabin-512-1024-2048', {}, MIB, 'QmQxyuFb1JUKciHepBwkgKzn2dYdebeAUWMuQQwUEZfT7e'],
    ['rabin', {}, 4 * MIB, 'QmcVakQSktWoZwuXnnQ1QJRTAAvzHpCu9kpCm16D3Swimb'],
    ['rabin', { cidVersion: 1 }, 4 * MIB, 'bafybeihj4vap4y267flxfbqwvvedsfbbqxaqnl3f4lj2nswxjkkmgfqrv4'],
    ['buzhash', {}, 4 * MIB, 'QmVmayX4m5drAXC9Eh1TN1QiWf3KhASFL351SMigsvhA5r'],
    ['buzhash', { cidVersion: 1 }, 4 * MIB, 'bafybeihlu3gzplnzhihbyhemlt4lihauxa2ptzo3xv677fezy46n2a66ii'],
  ])('name a file cut by %s with %j as the network does', async (chunker, options, length, cid) => {
    expect((await added([file('x', four.subarray(0, length))], { ...options, chunker })).root).toBe(cid)
  })

  it('name a million zeros cut by buzhash as the network does', async () => {
    const { root } = await added([file('x', new Uint8Array(1_000_000))], { chunker: 'buzhash' })

    expect(root).toBe('QmYB2bD7RfeJFbXCzoo6o4xTV76NwmKpfyNooRk3C2mfnh')
  })

  it.each(['rabin', 'rabin-16-64-256', 'buzhash'])(
    'cut by %s alike, whatever the pieces in which the bytes come',
    async (chunker) => {
      const whole = await cuts(chunker, one, MIB)

      for (const size of [1000, 65_536, 393_215, 393_217, 700_001]) {
        expect(await cuts(chunker, one, size), `pieces of ${size}`).toEqual(whole)
      }
    },
  )

  it.each(['rabin', 'rabin-16-64-256', 'buzhash'])(
    'give back by %s the bytes they were given',
    async (chunker) => {
      const bytes = randomBytes(41, 1_500_001)

      expect(sha256(await gathered(parseChunker(chunker)(pieces(bytes, 10_007))))).toBe(sha256(bytes))
    },
  )

  it.each(['rabin', 'buzhash'])('have by %s no chunk for an empty file', async (chunker) => {
    expect(await cuts(chunker, new Uint8Array(0))).toEqual([])
  })

  it('have by buzhash one chunk for a file of its minimum, and none behind', async () => {
    expect(await cuts('buzhash', four.subarray(0, 131_072))).toEqual([131_072])
  })
})

describe('contentDefinedChunks()', () => {
  it('shows its rule no more than the longest chunk, and all of the stream', async () => {
    const seen: number[] = []
    const rule = {
      maxBytes: 10,
      chunkLength: (bytes: Uint8Array) => {
        seen.push(bytes.byteLength)
        return Math.min(3, bytes.byteLength)
      },
    }

    const bytes = await gathered(contentDefinedChunks(pieces(linearBytes(100), 7), rule))

    expect(bytes).toEqual(linearBytes(100))
    expect(Math.max(...seen)).toBe(10)
    expect(seen.filter((length) => length < 10)).toEqual([7, 4, 1])
  })

  it('gives chunks that keep what they are when the next are made', async () => {
    const chunks: Uint8Array[] = []
    const shared = new Uint8Array(4)
    const reusing = (async function* () {
      for (let at = 0; at < 8; at += 1) yield shared.fill(at)
    })()
    for await (const chunk of contentDefinedChunks(reusing, {
      maxBytes: 6,
      chunkLength: (b) => b.byteLength,
    })) {
      chunks.push(chunk)
    }

    expect(chunks.map(String)).toEqual([
      '0,0,0,0,1,1',
      '1,1,2,2,2,2',
      '3,3,3,3,4,4',
      '4,4,5,5,5,5',
      '6,6,6,6,7,7',
      '7,7',
    ])
  })
})
