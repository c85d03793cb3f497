import { cborBlock } from '../blocks/cbor-block.ts'
import { decodeDagCbor } from '../codec/dag-cbor/decode-dag-cbor.ts'
import { encodeDagCbor } from '../codec/dag-cbor/encode-dag-cbor.ts'
import type { DagValue } from '../codec/ipld/dag-value.ts'
import { DomainError, isDomainError } from '../errors.ts'
import { decryptPkcs8, encryptPkcs8 } from '../keys/asn1/encrypted-pkcs8.ts'
import type { PrivateKey } from '../keys/key-message.ts'
import type { Keys, RestoredKeys } from '../keys/keys.ts'
import { readPrivateKey } from '../keys/private-key.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Block } from '../ports/blockstore.ts'
import type { Random } from '../ports/random.ts'
import { MIN_PASSWORD_CHARACTERS } from './manifest.ts'

/** About 4,000 Ed25519 keys. All keys are in one block. */
const MAX_KEYS_BYTES = 1024 * 1024

export interface KeySource {
  readonly keys: Pick<Keys, 'list' | 'open' | 'firstPublicKey'>
  readonly random: Random
}

/**
 * All private keys of a node, its identity included, as a block of encrypted bytes. They are encrypted like a private
 * key in PKCS #8, once for all keys, since deriving a key from a password takes long. Throws `invalid-argument` for a
 * password that is too short, `unavailable` when the host has lost its encryption key, `too-large`, and `corrupt` when
 * two keys have the same name.
 */
export async function sealKeys(
  { keys, random }: KeySource,
  { password, signal }: AbortOptions & { readonly password: string },
): Promise<Block> {
  if (password.length < MIN_PASSWORD_CHARACTERS) {
    const reason = `the password has fewer than ${MIN_PASSWORD_CHARACTERS} characters`
    throw new DomainError('invalid-argument', `Cannot back up keys: ${reason}`)
  }
  const messages = new Map<string, DagValue>()
  for (const { name } of await keys.list({ signal })) {
    if (messages.has(name)) {
      throw new DomainError('corrupt', `Cannot back up keys: two keys have the name "${name}"`)
    }
    messages.set(name, (await keys.open(name, { signal })).message)
  }
  const fields: [string, DagValue][] = [
    ['first', await keys.firstPublicKey({ signal })],
    ['keys', messages],
  ]
  const clear = encodeDagCbor(new Map(fields))
  if (clear.byteLength > MAX_KEYS_BYTES) {
    throw new DomainError('too-large', `Cannot back up keys: over ${MAX_KEYS_BYTES} bytes`)
  }
  return cborBlock(await encryptPkcs8(Uint8Array.from(clear), { password, random }))
}

/** Decrypts what {@link sealKeys} made. Throws `corrupt` for a wrong password and for other content. */
export async function openKeys(bytes: Uint8Array, password: string): Promise<Required<RestoredKeys>> {
  const sealed = decodeDagCbor(bytes)
  if (!(sealed instanceof Uint8Array)) throw wrong()
  const clear = await decryptPkcs8(sealed, password)
  try {
    const value = decodeDagCbor(clear)
    const [first, messages] = value instanceof Map ? [value.get('first'), value.get('keys')] : []
    if (!(first instanceof Uint8Array) || !(messages instanceof Map)) throw wrong()
    return { keys: await readKeys(messages), firstPublicKey: first }
  } catch (cause) {
    // One wrong password in 256 decrypts to bytes without a meaning.
    throw isDomainError(cause) ? wrong(cause) : cause
  }
}

async function readKeys(messages: ReadonlyMap<string, DagValue>): Promise<ReadonlyMap<string, PrivateKey>> {
  const keys = new Map<string, PrivateKey>()
  for (const [name, message] of messages) {
    if (!(message instanceof Uint8Array)) throw wrong()
    keys.set(name, await readPrivateKey(message))
  }
  return keys
}

function wrong(cause?: unknown): DomainError {
  return new DomainError('corrupt', 'Cannot decrypt keys of backup: wrong password, or damaged data', {
    cause,
  })
}
