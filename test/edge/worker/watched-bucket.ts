type Call = 'get' | 'put' | 'delete' | 'list'

export interface WatchedBucketOptions {
  /** Runs before and after each call, which waits for it; what it throws is what the caller sees. */
  at?(call: Call, when: 'before' | 'after'): void | Promise<void>
}

/** A view of a bucket that writes down its calls, by their order. */
export function watchedBucket(
  bucket: R2Bucket,
  { at }: WatchedBucketOptions = {},
): { readonly bucket: R2Bucket; readonly calls: readonly Call[] } {
  const calls: Call[] = []
  const watched = {
    get: seen('get'),
    put: seen('put'),
    delete: seen('delete'),
    list: seen('list'),
  }
  function seen(call: Call) {
    return async (...options: unknown[]) => {
      calls.push(call)
      await at?.(call, 'before')
      const answer: unknown = await Reflect.apply(Reflect.get(bucket, call), bucket, options)
      await at?.(call, 'after')
      return answer
    }
  }
  return {
    bucket: new Proxy(bucket, { get: (held, name) => Reflect.get(watched, name) ?? Reflect.get(held, name) }),
    calls,
  }
}
