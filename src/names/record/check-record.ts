import { equalBytes, joinBytes } from '../../codec/bytes/bytes.ts'
import { type PeerId, peerIdOfPublicKey, publicKeyInPeerId } from '../../codec/cid/peer-id.ts'
import { DomainError, isDomainError } from '../../errors.ts'
import { isSignedBy } from '../../keys/private-key.ts'
import type { NameRecord } from './name-record.ts'
import { SIGNED_PREFIX } from './sign-record.ts'
import { parseTimestamp } from './timestamp.ts'

const UTF8 = new TextEncoder()

/**
 * Throws what is wrong with a record of a name at a time: `corrupt` for a key, a signature or fields that are not what
 * they should be, `failed-precondition` for a record that has expired. Spec: IPNS record, "Record Verification"; its
 * reference implementation's error texts.
 */
export async function checkRecord(
  record: NameRecord,
  { name, nowMs }: { readonly name: PeerId; readonly nowMs: number },
): Promise<void> {
  const publicKey = publicKeyOf(record, name)
  const { signatureV1, signatureV2, value, data } = record.message
  if (!signatureV2 || !data) throw fault('signature verification failed')
  const message = joinBytes([SIGNED_PREFIX, data])
  if (!(await isSigned(publicKey, { message, signature: signatureV2 }))) {
    throw fault('signature verification failed')
  }
  if (signatureV1?.byteLength || value?.byteLength) checkFirstFields(record)
  if (record.ttlNs < 0n) throw fault('record is malformed: negative TTL')
  if (remainingMs(record, nowMs) < 0) throw new DomainError('failed-precondition', 'record is expired')
}

/** Remaining validity of a record in milliseconds; negative after its end. Throws `corrupt`. */
export function remainingMs(record: NameRecord, nowMs: number): number {
  return Number(endOf(record) - BigInt(Math.round(nowMs * 1000)) * 1000n) / 1e6
}

/**
 * Positive when `a` is the newer of two records of one name, 0 for equal ones. Spec: IPNS record, "Record Creation"
 * and the selection of the reference implementation. Throws `corrupt`.
 */
export function compareRecords(a: NameRecord, b: NameRecord): number {
  return sign(a.sequence - b.sequence) || sign(endOf(a) - endOf(b))
}

/** The end of life, in nanoseconds since the Unix epoch. */
function endOf({ validity, validityType }: NameRecord): bigint {
  if (validityType !== 0n) throw fault('record contains an unrecognized validity type')
  const end = parseTimestamp(validity)
  if (end === undefined) throw fault('record contains an invalid validity')
  return end
}

/** The key in the record, or in the name itself. */
function publicKeyOf({ message }: NameRecord, name: PeerId): Uint8Array {
  const { publicKey } = message
  if (!publicKey?.byteLength) {
    const held = publicKeyInPeerId(name)
    if (held) return held
    throw fault('public key is not embedded in peer ID')
  }
  if (equalBytes(peerIdOfPublicKey(publicKey).bytes, name.bytes)) return publicKey
  throw fault('record public key does not match the expected public key')
}

async function isSigned(publicKey: Uint8Array, signed: Parameters<typeof isSignedBy>[1]): Promise<boolean> {
  try {
    return await isSignedBy(publicKey, signed)
  } catch (error) {
    throw isDomainError(error, 'corrupt') ? fault('public key invalid') : error
  }
}

/** The fields that old nodes read must equal those that are signed. */
function checkFirstFields({ message, value, validity, validityType, sequence, ttlNs }: NameRecord): void {
  const empty = new Uint8Array()
  const same = {
    Value: equalBytes(message.value ?? empty, value),
    Validity: equalBytes(message.validity ?? empty, UTF8.encode(validity)),
    ValidityType: (message.validityType ?? 0n) === validityType,
    Sequence: (message.sequence ?? 0n) === sequence,
    TTL: (message.ttlNs ?? 0n) === BigInt.asUintN(64, ttlNs),
  }
  for (const [name, isSame] of Object.entries(same)) {
    if (!isSame) throw fault(`field "${name}" did not match between protobuf and CBOR`)
  }
}

function sign(difference: bigint): number {
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}

function fault(reason: string): DomainError {
  return new DomainError('corrupt', reason)
}
