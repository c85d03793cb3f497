import { equalBytes } from '../../codec/bytes/bytes.ts'
import { readVarint } from '../../codec/bytes/varint.ts'
import { encodeCarHeader } from '../../codec/car/car-header.ts'
import { type CID, isSha2_256 } from '../../codec/cid/cid.ts'
import { sha256 } from '../../codec/cid/sha256.ts'
import { DomainError } from '../../errors.ts'

/** Reads the blocks of a proof in order, each by the link to it. */
export interface ProofBlocks {
  /** The content of the next block. Throws `corrupt` unless it has exactly this CID and its bytes match the hash. */
  take(cid: CID): Uint8Array
  /** Throws `corrupt` when bytes remain. */
  end(): void
}

/**
 * Reads a CAR version 1 with exactly this root, section by section. Refuses missing, repeated, reordered and
 * additional blocks, and lengths that are not minimally encoded. So each proof has exactly one valid CAR.
 *
 * Throws `corrupt`.
 */
export function proofBlocks(car: Uint8Array, root: CID): ProofBlocks {
  const header = encodeCarHeader({ version: 1, roots: [root] })
  if (!equalBytes(car.subarray(0, header.byteLength), header)) throw proofRefused('it is no CAR of this root')
  let at = header.byteLength
  return {
    take(cid) {
      if (at >= car.byteLength) throw proofRefused(`block ${cid} is absent`)
      const { value: length, next } = readVarint(car, at)
      const end = next + length
      if (end > car.byteLength) throw proofRefused(`block ${cid} is cut`)
      const section = car.subarray(next, end)
      const content = section.subarray(cid.bytes.byteLength)
      if (!equalBytes(section.subarray(0, cid.bytes.byteLength), cid.bytes))
        throw proofRefused(`found another block in place of ${cid}`)
      checkDigest(cid, content)
      at = end
      return content
    },
    end() {
      if (at < car.byteLength) throw proofRefused(`${car.byteLength - at} bytes are left`)
    },
  }
}

/** Accepts no other hash function, since some of them are insecure. */
function checkDigest(cid: CID, content: Uint8Array): void {
  if (cid.version !== 1 || !isSha2_256(cid.multihash))
    throw proofRefused(`link ${cid} is no CIDv1 of sha2-256`)
  if (!equalBytes(sha256(content), cid.multihash.digest)) throw proofRefused(`block ${cid} has other bytes`)
}

/** The error of an invalid proof. */
export function proofRefused(reason: string): DomainError {
  return new DomainError('corrupt', `Cannot take proof: ${reason}`)
}
