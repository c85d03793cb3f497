import { murmur364 } from '@multiformats/murmur3'

const encoder = new TextEncoder()

/**
 * The position of a name in a sharded directory: the first 64 bits of murmur3 x64, one byte for each level from
 * the top. Spec: UnixFS, HAMT-sharded directories.
 */
export async function nameHash(name: string): Promise<Uint8Array> {
  return murmur364.encode(encoder.encode(name))
}
