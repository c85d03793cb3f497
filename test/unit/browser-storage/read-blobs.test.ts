import { describe, expect, it } from 'vitest'
import { createActivity } from '../../../src/diagnostics/activity.ts'
import { blobReader } from '../../../web/host/packs/read-blobs.ts'

const RANGE = { pack: 1, offset: 1, sizeBytes: 2 }

describe('blobReader()', () => {
  it('reads again from a Blob that is opened anew, when the file of the first was replaced', async () => {
    const blobs = [lostBlob('NotReadableError'), new Blob([Uint8Array.of(1, 2, 3, 4)])]
    const reader = blobReader({ activity: createActivity(), open: async () => blobs.shift() })

    expect(await reader.read(RANGE)).toEqual(Uint8Array.of(2, 3))
  })

  it.each(['NotReadableError', 'NotFoundError'])(
    'finds nothing where the file is lost (%s)',
    async (name) => {
      const reader = blobReader({ activity: createActivity(), open: async () => lostBlob(name) })

      expect(await reader.read(RANGE)).toBeUndefined()
    },
  )

  it('passes other errors on', async () => {
    const reader = blobReader({ activity: createActivity(), open: async () => lostBlob('SecurityError') })

    await expect(reader.read(RANGE)).rejects.toThrow('lost')
  })
})

/** A Blob as the browser gives it for a file that is gone. */
function lostBlob(name: string): Blob {
  const lost = async () => {
    throw new DOMException('lost', name)
  }
  return Object.assign(new Blob(['1234']), { slice: () => Object.assign(new Blob(), { arrayBuffer: lost }) })
}
