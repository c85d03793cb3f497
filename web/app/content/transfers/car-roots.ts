import { createByteCursor } from '../../../../src/codec/bytes/byte-cursor.ts'
import { piecesOf } from '../../../../src/codec/bytes/pieces-of.ts'
import { readCarHeader } from '../../../../src/codec/car/car-header.ts'

/** The distinct roots that the header of a CAR file names. Throws as {@link readCarHeader} does. */
export async function carRoots(file: Blob): Promise<readonly string[]> {
  const cursor = createByteCursor(piecesOf(file.stream()))
  try {
    const { roots } = await readCarHeader(cursor)
    return [...new Set(roots.map((root) => root.toString()))]
  } finally {
    await cursor.close()
  }
}
