/**
 * True when the bucket holds fewer bytes of an object than it says. A read of such an object fails with an error that
 * differs from one implementation to another, so its body is counted. Throws what the bucket does when it cannot be
 * asked.
 */
export async function isCutShort(bucket: R2Bucket, key: string): Promise<boolean> {
  const object = await bucket.get(key)
  if (!object) return false
  let sizeBytes = 0
  try {
    for await (const chunk of object.body) sizeBytes += chunk.byteLength
  } catch {
    return true
  }
  return sizeBytes < object.size
}
