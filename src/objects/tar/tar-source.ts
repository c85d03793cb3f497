import { joinBytes } from '../../codec/bytes/bytes.ts'
import { DomainError } from '../../errors.ts'
import { paddingBytes, TAR_BLOCK_BYTES } from '../../unixfs/tar/tar-fields.ts'

/** An archive that is read once from its beginning to its end. */
export interface TarSource {
  /** The next block; `undefined` at the end of the bytes. Throws `corrupt` where they end inside one. */
  block(): Promise<Uint8Array | undefined>
  /** The next bytes as pieces, to be read before anything else. Throws `corrupt` where they end before. */
  content(sizeBytes: number): AsyncIterable<Uint8Array>
  /** Passes over what is left of the content, and its padding. */
  skipContent(): Promise<void>
  /** Leaves the bytes: nothing more is read. */
  close(): Promise<void>
}

export function createTarSource(bytes: AsyncIterable<Uint8Array>): TarSource {
  const pieces = bytes[Symbol.asyncIterator]()
  let held = new Uint8Array(0)
  /** Content and padding that are still to come. */
  let contentLeft = 0
  let paddingLeft = 0

  /** Up to so many bytes, none only at the end. */
  const take = async (most: number): Promise<Uint8Array | undefined> => {
    while (held.byteLength === 0) {
      const { done, value } = await pieces.next()
      if (done) return undefined
      held = value as Uint8Array<ArrayBuffer>
    }
    const taken = held.subarray(0, most)
    held = held.subarray(taken.byteLength)
    return taken
  }
  const takeContent = async (): Promise<Uint8Array | undefined> => {
    if (contentLeft === 0) return undefined
    const piece = await take(contentLeft)
    if (!piece) throw archiveCut()
    contentLeft -= piece.byteLength
    return piece
  }
  return {
    async block() {
      const parts: Uint8Array[] = []
      for (let missing = TAR_BLOCK_BYTES; missing > 0; ) {
        const part = await take(missing)
        if (!part && missing < TAR_BLOCK_BYTES) throw archiveCut()
        if (!part) return undefined
        parts.push(part)
        missing -= part.byteLength
      }
      return joinBytes(parts)
    },
    content(sizeBytes) {
      contentLeft = sizeBytes
      paddingLeft = paddingBytes(sizeBytes)
      return {
        async *[Symbol.asyncIterator]() {
          for (let piece = await takeContent(); piece; piece = await takeContent()) yield piece
        },
      }
    },
    async skipContent() {
      while (await takeContent());
      while (paddingLeft > 0) {
        const piece = await take(paddingLeft)
        if (!piece) throw archiveCut()
        paddingLeft -= piece.byteLength
      }
    },
    close: async () => {
      await pieces.return?.()
    },
  }
}

export function archiveCut(): DomainError {
  return new DomainError('corrupt', 'unexpected EOF')
}
