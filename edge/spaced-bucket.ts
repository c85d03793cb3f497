import type { Space } from '../src/ports/space.ts'

/** A view of a bucket on this machine's disk that writes only while there is free space. */
export function spacedBucket(bucket: R2Bucket, space: Space | undefined): R2Bucket {
  if (!space) return bucket
  const put = (...args: Parameters<R2Bucket['put']>) => space.grow(sizeOf(args[1]), () => bucket.put(...args))
  const remove: R2Bucket['delete'] = (keys) => space.change(() => bucket.delete(keys))
  return new Proxy(bucket, {
    get(target, name) {
      if (name === 'put') return put
      if (name === 'delete') return remove
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function sizeOf(value: unknown): number {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? value.byteLength : 0
}
