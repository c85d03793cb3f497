import { describe, expect, it } from 'vitest'
import { joinBytes } from '../../../src/codec/bytes/bytes.ts'
import { blockKey } from '../../../src/codec/cid/cid.ts'
import { newPack, partitionPacks } from '../../../src/packs/pack-file.ts'
import { decodePackTable, MAX_PACK_BLOCKS, packTailBytes } from '../../../src/packs/pack-table.ts'
import { numberedBlocks } from '../../contracts/blocks.ts'

async function packOf(count: number, sizeBytes = 100) {
  const blocks = (await numberedBlocks(count, sizeBytes)).map(({ cid, bytes }) => ({
    key: blockKey(cid),
    bytes,
  }))
  const pack = newPack(blocks)
  return { blocks: pack.blocks, file: joinBytes(pack.parts) }
}

function read(file: Uint8Array) {
  const tailBytes = packTailBytes(file)
  if (tailBytes === undefined) return undefined
  return decodePackTable(file.subarray(file.byteLength - tailBytes), { fileBytes: file.byteLength })
}

describe('the table of a pack', () => {
  it('follows the bytes of the blocks, and contains the offset of each', async () => {
    const { blocks, file } = await packOf(3)

    expect(read(file)).toEqual(blocks)
    expect(blocks.map(({ offset, sizeBytes }) => [offset, sizeBytes])).toEqual([
      [0, 100],
      [100, 100],
      [200, 100],
    ])
    expect(new TextDecoder().decode(file.subarray(-8, -2))).toBe('TPPACK')
  })

  it('is written byte for byte as the format says', async () => {
    const { file, blocks } = await packOf(1, 4)
    const end = [...file.subarray(4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

    // The content is four zeros, the multihash their sha2-256.
    expect(blocks[0]?.key).toBe('bciqn6p3btacksl63iblrsloehxlur2txrloffpcjrtuakjgacs4bcgi')
    expect(end).toBe(
      '00221220df3f619804a92fdb4057192dc43dd748ea778adc52bc498ce80524c014b811190000000000000004' +
        '0000002c2b5b225854505041434b0001',
    )
  })

  it('is absent from a pack that an earlier build wrote', async () => {
    const { file } = await packOf(3)

    expect(read(file.subarray(0, 300))).toBeUndefined()
    expect(read(new Uint8Array())).toBeUndefined()
  })

  it('is not read when one of its bits has flipped, and is so when it was one of the name of the format', async () => {
    const { file, blocks } = await packOf(3)
    const [inTable, inName] = [new Set<string>(), new Set<string>()]

    for (let at = 300; at < file.byteLength; at += 1) {
      const outcomes = at < file.byteLength - 8 ? inTable : inName
      for (let bit = 0; bit < 8; bit += 1) {
        const damaged = file.slice()
        damaged[at] = (damaged[at] ?? 0) ^ (1 << bit)
        try {
          outcomes.add(JSON.stringify(read(damaged)) ?? 'no table')
        } catch (error) {
          outcomes.add(error instanceof RangeError ? 'RangeError' : (error as Error).name)
        }
      }
    }

    expect([...inTable]).toEqual(['DomainError'])
    expect([...inName]).toEqual([JSON.stringify(blocks)])
  })

  it('belongs to a file of one length', async () => {
    const { file } = await packOf(3)

    expect(() => read(file.subarray(1))).toThrow('do not end where it begins')
  })

  it('bounds how many blocks a pack has', async () => {
    const parts = partitionPacks(
      Array.from({ length: MAX_PACK_BLOCKS + 1 }, () => 1),
      { sizeOf: (size) => size },
    )

    expect(parts.map(({ length }) => length)).toEqual([MAX_PACK_BLOCKS, 1])
  })
})
