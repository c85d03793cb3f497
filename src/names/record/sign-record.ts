import { joinBytes } from '../../codec/bytes/bytes.ts'
import { peerIdOfPublicKey, publicKeyInPeerId } from '../../codec/cid/peer-id.ts'
import { encodeDagCbor } from '../../codec/dag-cbor/encode-dag-cbor.ts'
import type { PrivateKey } from '../../keys/key-message.ts'
import { signWith } from '../../keys/private-key.ts'
import { writeRecordMessage } from './record-message.ts'
import { formatTimestamp } from './timestamp.ts'

/** The contents of a new record. */
export interface RecordContent {
  /** A content path. */
  readonly path: string
  readonly sequence: bigint
  /** When it ends, in milliseconds since the Unix epoch. */
  readonly endsMs: number
  readonly ttlNs: bigint
  /** True adds the fields and the signature that nodes of before 2022 read. */
  readonly hasV1: boolean
}

const UTF8 = new TextEncoder()

/** The signed bytes: these words, then the data. */
export const SIGNED_PREFIX = UTF8.encode('ipns-signature:')

/** Kind of validity: until a time. */
const END_OF_LIFE = 0n

/** Makes the bytes of a record. Spec: IPNS record, "Record Creation". */
export async function signRecord(
  key: PrivateKey,
  { path, sequence, endsMs, ttlNs, hasV1 }: RecordContent,
): Promise<Uint8Array> {
  const value = UTF8.encode(path)
  const validity = UTF8.encode(formatTimestamp(endsMs))
  const data = encodeDagCbor(
    new Map<string, Uint8Array | bigint>([
      ['Value', value],
      ['Validity', validity],
      ['ValidityType', END_OF_LIFE],
      ['Sequence', BigInt.asIntN(64, sequence)],
      ['TTL', ttlNs],
    ]),
  )
  const isHeldInName = publicKeyInPeerId(peerIdOfPublicKey(key.publicKey)) !== undefined
  const first = hasV1 && {
    value,
    signatureV1: await signWith(key, joinBytes([value, validity, UTF8.encode('EOL')])),
    validityType: END_OF_LIFE,
    validity,
    sequence,
    ttlNs,
  }
  return writeRecordMessage({
    ...first,
    ...(!isHeldInName && { publicKey: key.publicKey }),
    signatureV2: await signWith(key, joinBytes([SIGNED_PREFIX, data])),
    data,
  })
}
