import { decodeDagCbor } from '../codec/dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../codec/dag-cbor/encode-dag-cbor.ts'
import type { DagValue } from '../codec/ipld/dag-value.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Datastore } from '../ports/datastore.ts'
import { keyOf } from '../state/keys.ts'
import type { PrivateKey } from './key-message.ts'
import { notFound, SELF } from './key-names.ts'
import { readPrivateKey } from './private-key.ts'
import type { Secrets } from './secrets.ts'

/** Row of the key named `self`. */
export const SELF_ROW = keyOf('keys/self')

/** Key prefix of all other keys' rows; the name follows in UTF-8. */
export const NAMED_ROWS = keyOf('keys/named/')

/** Row of the first identity's public key. Written at the first rotation. */
export const FIRST_IDENTITY_ROW = keyOf('keys/first-identity')

export const namedRow = (name: string): Uint8Array => keyOf(NAMED_ROWS, name)

/** A stored key. */
export interface StoredKey {
  /** libp2p's `PublicKey` message, in plain: names and ids can be listed without the host's key. */
  readonly publicKey: Uint8Array
  /** libp2p's `PrivateKey` message, encrypted with the public key as context. */
  readonly sealed: Uint8Array
}

/**
 * First byte of a plain `PrivateKey` message. No dag-cbor map begins with it. A node without a host key stores its
 * identity in plain, as earlier builds did.
 */
const CLEAR = 0x08

export async function sealKey(
  key: PrivateKey,
  { secrets, signal }: AbortOptions & { readonly secrets: Secrets },
): Promise<Uint8Array> {
  const { publicKey, message } = key
  const sealed = await secrets.seal(message, { context: publicKey, signal })
  return encodeDagCbor(new Map([...Object.entries({ publicKey, sealed })]))
}

/** True for a row that stores the key in plain. */
export function isClear(row: Uint8Array): boolean {
  return row[0] === CLEAR
}

/** The public key of a row. Throws `corrupt` for a malformed row. */
export async function publicKeyOf(row: Uint8Array): Promise<Uint8Array> {
  return isClear(row) ? (await readPrivateKey(row)).publicKey : decodeStored(row).publicKey
}

/** Public key of the first identity of a storage. Throws `not-found` without an identity, and `corrupt`. */
export async function readFirstPublicKey(
  datastore: Pick<Datastore, 'get'>,
  options: AbortOptions,
): Promise<Uint8Array> {
  // Read before the other row, so that a rotation in between does not make the new identity the first.
  const self = await datastore.get(SELF_ROW, options)
  const first = await datastore.get(FIRST_IDENTITY_ROW, options)
  if (first) return first
  if (!self) throw notFound(SELF)
  return publicKeyOf(self)
}

/** The whole key of a row. Throws `corrupt`, and `unavailable` when the host has lost its encryption key. */
export async function openKey(
  row: Uint8Array,
  { secrets, signal }: AbortOptions & { readonly secrets: Secrets },
): Promise<PrivateKey> {
  if (isClear(row)) return readPrivateKey(row)
  const { publicKey, sealed } = decodeStored(row)
  return readPrivateKey(await secrets.open(sealed, { context: publicKey, signal }))
}

function decodeStored(row: Uint8Array): StoredKey {
  const value = decoded(row)
  const [publicKey, sealed] = value instanceof Map ? [value.get('publicKey'), value.get('sealed')] : []
  if (!(publicKey instanceof Uint8Array) || !(sealed instanceof Uint8Array)) {
    throw new DomainError('corrupt', 'Cannot read stored key: not a record of a key')
  }
  return { publicKey, sealed }
}

function decoded(row: Uint8Array): DagValue {
  try {
    return decodeDagCbor(row)
  } catch (cause) {
    throw new DomainError('corrupt', 'Cannot read stored key: the row of one is damaged', { cause })
  }
}
