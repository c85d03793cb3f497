/** 2^27: an id below it and 26 bits of hash fit into one exact number. */
export const MAX_ID = 134_217_728

/** A number that sorts by the hash of a text, then by id. The indexes of slugs and uids hold these. */
export function hashedKey(bytes: Uint8Array, id: number): number {
  return hashOf(bytes) * MAX_ID + id
}

export function idOfHashedKey(key: number): number {
  return key % MAX_ID
}

/** FNV-1a, truncated to 26 bits. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 6
}
