import type { SourceFiles } from '../src/ports/source-files.ts'

/** Objects of the bucket that are files of the owner: packs and blocks have other names. */
export const FILE_PREFIX = 'files/'

/** {@link SourceFiles} of one R2 bucket: the object `files/<path>`. */
export function bucketFiles(bucket: Pick<R2Bucket, 'get' | 'head'>): SourceFiles {
  return {
    async read(path, { offset, sizeBytes, signal }) {
      signal?.throwIfAborted()
      const key = `${FILE_PREFIX}${path}`
      const head = await bucket.head(key)
      signal?.throwIfAborted()
      if (!head) return undefined
      // The bucket refuses a range that begins behind the last byte.
      if (offset >= head.size) return { bytes: new Uint8Array(), version: head.etag }
      const length = Math.min(sizeBytes, head.size - offset)
      const object = await bucket.get(key, { range: { offset, length } })
      if (!object) return undefined
      const bytes = new Uint8Array(await object.arrayBuffer())
      signal?.throwIfAborted()
      return { bytes, version: object.etag }
    },
  }
}
