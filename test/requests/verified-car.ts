import { CarReader } from '@ipld/car'
import { equals } from 'multiformats/bytes'
import type { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import type { StoredBlock } from './stored-tree.ts'

/** A CAR as a foreign client reads it. */
export interface VerifiedCar {
  readonly version: number
  readonly roots: readonly CID[]
  /** In the order of the file, repeated ones too. */
  readonly blocks: readonly StoredBlock[]
}

/** Reads a CAR with the ecosystem's reader. Throws for one that is cut, and for a block that is not what its CID says. */
export async function verifiedCar(bytes: Uint8Array): Promise<VerifiedCar> {
  const car = await CarReader.fromBytes(bytes)
  const blocks: StoredBlock[] = []
  for await (const { cid, bytes } of car.blocks()) {
    const { digest } = await sha256.digest(bytes)
    if (cid.multihash.code !== sha256.code || !equals(digest, cid.multihash.digest)) {
      throw new Error(`block ${cid} of the CAR does not verify`)
    }
    blocks.push({ cid, bytes })
  }
  return { version: car.version, roots: await car.getRoots(), blocks }
}
