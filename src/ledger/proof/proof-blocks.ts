import { equalBytes } from '../../codec/bytes/bytes.ts'
import { readVarint } from '../../codec/bytes/varint.ts'
import { encodeCarHeader } from '../../codec/car/car-header.ts'
import type { CID } from '../../codec/cid/cid.ts'
import { sha256 } from '../../codec/cid/sha256.ts'
import { DomainError } from '../../errors.ts'

/** The blocks of a proof, each taken by the link that leads to it. */
export interface ProofBlocks {
  /** The next block. Throws `corrupt` unless it stands under this very CID and its bytes hash to it. */
  take(cid: CID): Uint8Array
  /** Throws `corrupt` when something is left. */
  end(): void
}

/** The multihash code of sha2-256, and the length of its digest. */
const SHA2_256 = 0x12
const DIGEST_BYTES = 32

/**
 * Reads a CAR of version 1 whose header is exactly that of one root, and its sections from the first to the
 * last: no block may be absent, repeated, out of order or beyond those that are asked for, and no length may
 * be written longer than it need be. So there is one CAR for each proof, and any other byte is refused.
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
        throw proofRefused(`another block stands where ${cid} belongs`)
      checkDigest(cid, content)
      at = end
      return content
    },
    end() {
      if (at < car.byteLength) throw proofRefused(`${car.byteLength - at} bytes are left`)
    },
  }
}

/** No other function is taken: some of them promise nothing. */
function checkDigest(cid: CID, content: Uint8Array): void {
  const { code, digest } = cid.multihash
  if (cid.version !== 1 || code !== SHA2_256 || digest.byteLength !== DIGEST_BYTES)
    throw proofRefused(`link ${cid} is no CIDv1 of sha2-256`)
  if (!equalBytes(sha256(content), digest)) throw proofRefused(`block ${cid} has other bytes`)
}

/** Why a proof proves nothing. */
export function proofRefused(reason: string): DomainError {
  return new DomainError('corrupt', `Cannot take proof: ${reason}`)
}
