import { murmur364 } from '@multiformats/murmur3'

const encoder = new TextEncoder()

/**
 * Where a name lies in a sharded directory: the first 64 bits of murmur3 x64, one byte for each level, the
 * first level first. Spec: UnixFS, HAMT-sharded directories.
 */
export async function nameHash(name: string): Promise<Uint8Array> {
  return murmur364.encode(encoder.encode(name))
}
