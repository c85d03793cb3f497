/** A view of a bucket that lists `keys` of them at a time, where the bucket lists a thousand. */
export function pagedBucket(bucket: R2Bucket, keys: number): R2Bucket {
  const list = (options?: R2ListOptions) => bucket.list({ ...options, limit: keys })
  return new Proxy(bucket, {
    get: (held, name) => (name === 'list' ? list : Reflect.get(held, name).bind(held)),
  })
}
