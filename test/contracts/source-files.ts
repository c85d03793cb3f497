import { describe, expect, it } from 'vitest'
import type { SourceFiles } from '../../src/ports/source-files.ts'

/** Files of a host that a test may change. */
export interface ChangeableFiles {
  readonly files: SourceFiles
  put(path: string, bytes: Uint8Array): Promise<void>
  remove(path: string): Promise<void>
}

const BYTES = new TextEncoder().encode('0123456789')

/** The behaviour every {@link SourceFiles} must show. Call once per adapter and host. */
export function sourceFilesContract(name: string, open: () => Promise<ChangeableFiles>): void {
  describe(`SourceFiles contract: ${name}`, () => {
    it('knows no file that is not there', async () => {
      const { files } = await open()

      expect(await files.read('none', { offset: 0, sizeBytes: 10 })).toBeUndefined()
      expect(await files.read('none/below/it', { offset: 0, sizeBytes: 10 })).toBeUndefined()
    })

    it('reads ranges, fewer bytes at the end, and none behind it', async () => {
      const { files, put } = await open()
      await put('a/b/file', BYTES)
      const read = async (offset: number, sizeBytes: number) =>
        new TextDecoder().decode((await files.read('a/b/file', { offset, sizeBytes }))?.bytes)

      expect(await read(0, 10)).toBe('0123456789')
      expect(await read(3, 4)).toBe('3456')
      expect(await read(8, 10)).toBe('89')
      expect(await read(10, 10)).toBe('')
      expect(await read(1_000_000, 10)).toBe('')
    })

    it('reads an empty file', async () => {
      const { files, put } = await open()
      await put('empty', new Uint8Array())

      expect((await files.read('empty', { offset: 0, sizeBytes: 10 }))?.bytes).toEqual(new Uint8Array())
    })

    it('tells another version when a file has other bytes, and the same when it has not changed', async () => {
      const { files, put } = await open()
      const version = async () => (await files.read('file', { offset: 0, sizeBytes: 1 }))?.version
      await put('file', BYTES)
      const first = await version()
      expect(await version()).toBe(first)

      await put('file', BYTES.slice(1))

      expect((await version()) === first).toBe(false)
    })

    it('knows no file that was removed', async () => {
      const { files, put, remove } = await open()
      await put('file', BYTES)

      await remove('file')

      expect(await files.read('file', { offset: 0, sizeBytes: 10 })).toBeUndefined()
    })

    it('reads nothing for a caller that has left', async () => {
      const { files, put } = await open()
      await put('file', BYTES)

      const read = files.read('file', { offset: 0, sizeBytes: 10, signal: AbortSignal.abort() })

      await expect(read).rejects.toMatchObject({ name: 'AbortError' })
    })
  })
}
