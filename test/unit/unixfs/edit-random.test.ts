import { describe, expect, it } from 'vitest'
import { type CID, parseCid } from '../../../src/codec/cid/cid.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import type { Blockstore } from '../../../src/ports/blockstore.ts'
import type { DagOptions } from '../../../src/unixfs/dag/dag-shape.ts'
import { emptyFile } from '../../../src/unixfs/edit/edit-file.ts'
import { randomBytes } from '../../requests/random-bytes.ts'
import { added, file } from './added.ts'
import { contentOf, edited } from './edited.ts'

const SEED = Math.floor(Math.random() * 2 ** 31)

/** Numbers below a limit, the same for the same seed. */
function numbersOf(seed: number): (limit: number) => number {
  const bytes = randomBytes(seed, 4096)
  let at = 0
  return (limit) => {
    at += 2
    const [high = 0, low = 0] = bytes.subarray(at % 4094)
    return (high * 256 + low) % limit
  }
}

interface Start {
  readonly name: string
  readonly options: DagOptions
  /** A file and its bytes. */
  readonly begin: (blockstore: Blockstore) => Promise<[CID, Uint8Array]>
}

const fresh =
  (form: string, options: DagOptions): Start['begin'] =>
  async (blockstore) => [await edited(blockstore, emptyFile(parseCid(form)), options), new Uint8Array(0)]

const addedBefore =
  (options: DagOptions): Start['begin'] =>
  async (blockstore) => {
    const bytes = randomBytes(SEED, 700)
    return [parseCid((await added([file('f', bytes)], options, blockstore)).root), bytes]
  }

const SMALL = { chunker: 'size-7', maxFileLinks: 3 }
const V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const V1 = 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'

const STARTS: readonly Start[] = [
  { name: 'a new file', options: SMALL, begin: fresh(V0, SMALL) },
  { name: 'a new file of version 1', options: SMALL, begin: fresh(V1, SMALL) },
  { name: 'a balanced file', options: SMALL, begin: addedBefore(SMALL) },
  { name: 'a balanced file of raw leaves', options: SMALL, begin: addedBefore({ ...SMALL, cidVersion: 1 }) },
  { name: 'a file of one leaf', options: SMALL, begin: addedBefore({}) },
  { name: 'a raw block', options: SMALL, begin: addedBefore({ cidVersion: 1 }) },
  {
    name: 'a block inside its CID',
    options: SMALL,
    begin: async (store) => {
      const cid = (await added([file('f', 'inside')], { inline: true, cidVersion: 1 }, store)).root
      return [parseCid(cid), new TextEncoder().encode('inside')]
    },
  },
]

describe(`editFile(), random edits of seed ${SEED}`, () => {
  it.each(STARTS)('does with $name what it does with plain bytes', async ({ options, begin }) => {
    const number = numbersOf(SEED)
    const blockstore = memoryBlockstore()
    let [cid, model] = await begin(blockstore)

    for (let step = 0; step < 60; step += 1) {
      const piece = () => randomBytes(SEED + step, number(number(4) === 0 ? 90 : 12))
      const content = [piece(), piece()]
      const sizeBytes = number(4) === 0 ? number(model.byteLength + 30) : undefined
      const offset = number(number(3) === 0 ? model.byteLength + 40 : model.byteLength + 1)
      cid = await edited(blockstore, cid, { ...options, sizeBytes, offset, content })
      model = expectedBytes(model, { sizeBytes, offset, content })

      expect(await contentOf(blockstore, cid), `step ${step}`).toEqual(model)
    }
  })
})

interface PlainEdit {
  readonly sizeBytes: number | undefined
  readonly offset: number
  readonly content: readonly Uint8Array[]
}

function expectedBytes(before: Uint8Array, { sizeBytes, offset, content }: PlainEdit): Uint8Array {
  const bytes = [...before.subarray(0, sizeBytes)]
  const grown = Math.max(offset, sizeBytes ?? 0)
  while (bytes.length < grown) bytes.push(0)
  for (const [at, byte] of content.flatMap((piece) => [...piece]).entries()) bytes[offset + at] = byte
  return new Uint8Array(bytes)
}
