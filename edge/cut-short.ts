/**
 * True when an R2 object has fewer bytes than its metadata says. The error of a failed read differs between
 * implementations, so this reads the body and counts. Throws when the bucket fails.
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
