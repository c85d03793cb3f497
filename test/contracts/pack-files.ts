import { describe, expect, it } from 'vitest'
import type { PackFile, PackFiles } from '../../src/ports/pack-files.ts'
import { abortedSignal } from './blocks.ts'

/** What the engine writes at most into one file, and a little more. */
const LARGE_BYTES = 4 * 1024 * 1024 + 1_000

/** The behaviour every {@link PackFiles} must show. Call once per adapter and host; `open` gives an empty one. */
export function packFilesContract(name: string, open: () => Promise<PackFiles>): void {
  describe(`PackFiles contract: ${name}`, () => {
    it('gives back ranges of a file that was stored in parts', async () => {
      const files = await open()

      const pack = await one(files, [Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3, 4, 5)])

      expect(await files.read({ pack, offset: 0, sizeBytes: 5 })).toEqual(Uint8Array.of(1, 2, 3, 4, 5))
      expect(await files.read({ pack, offset: 1, sizeBytes: 3 })).toEqual(Uint8Array.of(2, 3, 4))
    })

    it('returns the existing part of a range that extends beyond the end', async () => {
      const files = await open()
      const pack = await one(files, [Uint8Array.of(1, 2, 3)])

      expect(await files.read({ pack, offset: 2, sizeBytes: 10 })).toEqual(Uint8Array.of(3))
      expect(await files.read({ pack, offset: 3, sizeBytes: 10 })).toEqual(Uint8Array.of())
      expect(await files.read({ pack, offset: 900, sizeBytes: 10 })).toEqual(Uint8Array.of())
    })

    it('reads nothing from an empty file', async () => {
      const files = await open()
      const pack = await one(files, [Uint8Array.of()])

      expect(await files.read({ pack, offset: 0, sizeBytes: 10 })).toEqual(Uint8Array.of())
      expect(await files.read({ pack, offset: 5, sizeBytes: 10 })).toEqual(Uint8Array.of())
    })

    it('gives the end of a file of more than 4 MiB', async () => {
      const files = await open()
      const pack = await one(files, [new Uint8Array(LARGE_BYTES - 2), Uint8Array.of(8, 9)])

      expect(await files.read({ pack, offset: LARGE_BYTES - 3, sizeBytes: 3 })).toEqual(
        Uint8Array.of(0, 8, 9),
      )
    })

    it('keeps its own copy of views, and gives each reader another', async () => {
      const files = await open()
      const buffer = new Uint8Array(1_000).fill(1)
      const pack = await one(files, [buffer.subarray(10, 14)])

      buffer.fill(2)
      const first = await files.read({ pack, offset: 0, sizeBytes: 4 })
      first?.fill(3)

      expect(await files.read({ pack, offset: 0, sizeBytes: 4 })).toEqual(Uint8Array.of(1, 1, 1, 1))
    })

    it('numbers several files in their order, and never uses a number again', async () => {
      const files = await open()

      const [first = 0, second = 0] = await files.append([[Uint8Array.of(1)], [Uint8Array.of(2)]])
      await files.remove([first, second])
      const third = await one(files, [Uint8Array.of(3)])

      expect(new Set([first, second, third]).size).toBe(3)
      expect(await files.read({ pack: second, offset: 0, sizeBytes: 1 })).toBeUndefined()
      expect(await files.read({ pack: third, offset: 0, sizeBytes: 1 })).toEqual(Uint8Array.of(3))
    })

    it('does not find a file that it does not hold, and accepts its removal', async () => {
      const files = await open()

      await files.remove([77])
      await files.remove([])

      expect(await files.read({ pack: 77, offset: 0, sizeBytes: 1 })).toBeUndefined()
      expect(await listed(files)).toEqual([])
      expect(await files.append([])).toEqual([])
    })

    it('lists every file with its size', async () => {
      const files = await open()
      const [first = 0, second = 0, third = 0] = await files.append(
        [1, 2, 3].map((sizeBytes) => [new Uint8Array(sizeBytes)]),
      )
      await files.remove([second])

      const found = await listed(files)

      expect(found.length).toBe(2)
      expect(new Map(found.map(({ pack, sizeBytes }) => [pack, sizeBytes]))).toEqual(
        new Map([
          [first, 1],
          [third, 3],
        ]),
      )
    })

    it('rejects with the reason of a signal that is aborted already, and changes nothing', async () => {
      const files = await open()
      const pack = await one(files, [Uint8Array.of(1)])
      const { signal, reason } = abortedSignal()

      await expect(files.append([[Uint8Array.of(2)]], { signal })).rejects.toBe(reason)
      await expect(files.read({ pack, offset: 0, sizeBytes: 1 }, { signal })).rejects.toBe(reason)
      await expect(files.remove([pack], { signal })).rejects.toBe(reason)
      await expect(files.list({ signal })[Symbol.asyncIterator]().next()).rejects.toBe(reason)

      expect((await listed(files)).length).toBe(1)
    })
  })
}

async function one(files: PackFiles, parts: readonly Uint8Array[]): Promise<number> {
  const [pack = 0] = await files.append([parts])
  return pack
}

async function listed(files: PackFiles): Promise<PackFile[]> {
  const found: PackFile[] = []
  for await (const page of files.list()) found.push(...page)
  return found
}
