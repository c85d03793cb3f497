import { equalBytes } from '../../codec/bytes/bytes.ts'
import { DomainError } from '../../errors.ts'
import type { Random } from '../../ports/random.ts'
import {
  contentOf,
  DER,
  type DerValue,
  der,
  derUnsigned,
  oid,
  readDer,
  readDerValues,
  smallNumberOf,
} from './der.ts'
import { readAlgorithm } from './pkcs8.ts'

const PBES2 = oid('1.2.840.113549.1.5.13')
const PBKDF2 = oid('1.2.840.113549.1.5.12')

const HASHES = [
  { name: 'SHA-1', id: oid('1.2.840.113549.2.7') },
  { name: 'SHA-256', id: oid('1.2.840.113549.2.9') },
  { name: 'SHA-384', id: oid('1.2.840.113549.2.10') },
  { name: 'SHA-512', id: oid('1.2.840.113549.2.11') },
] as const
const [SHA_1, SHA_256] = HASHES

const CIPHERS = [
  { bits: 128, id: oid('2.16.840.1.101.3.4.1.2') },
  { bits: 192, id: oid('2.16.840.1.101.3.4.1.22') },
  { bits: 256, id: oid('2.16.840.1.101.3.4.1.42') },
] as const
const AES_256 = CIPHERS[2]

/** About a second of work: the sender of a key decides how much of it the node does. */
const MAX_ITERATIONS = 1_000_000
/** The highest number that every host of this node accepts. */
const WRITTEN_ITERATIONS = 100_000
const MAX_SALT_BYTES = 1024
const BLOCK_BYTES = 16

interface Scheme {
  readonly hash: string
  readonly salt: Uint8Array
  readonly iterations: number
  readonly bits: number
  readonly iv: Uint8Array
}

export interface EncryptOptions {
  readonly password: string
  readonly random: Random
}

/**
 * Decrypts a PKCS #8 key: PBES2 with PBKDF2 and AES in CBC mode. Throws `corrupt` for another format and for a
 * wrong password, which cannot be distinguished, and `unsupported` for another scheme or too many iterations. Spec:
 * RFC 5958, section 3; RFC 8018, section 6.2 and appendix A.
 */
export async function decryptPkcs8(bytes: Uint8Array, password: string): Promise<Uint8Array> {
  const [identifier, encrypted] = readDerValues(readDer(bytes, DER.sequence))
  const scheme = readScheme(identifier)
  const data = contentOf(encrypted, DER.octetString)
  const key = await deriveKey(scheme, password)
  try {
    const clear = await crypto.subtle.decrypt(
      { name: 'AES-CBC', iv: Uint8Array.from(scheme.iv) },
      key,
      Uint8Array.from(data),
    )
    return new Uint8Array(clear)
  } catch (cause) {
    throw new DomainError('corrupt', 'Cannot decrypt private key: wrong password, or damaged data', { cause })
  }
}

/** Encrypts a PKCS #8 key: PBKDF2 with 100,000 iterations of HMAC-SHA-256, and AES-256 in CBC mode. */
export async function encryptPkcs8(
  bytes: Uint8Array<ArrayBuffer>,
  { password, random }: EncryptOptions,
): Promise<Uint8Array> {
  const iv = random.bytes(BLOCK_BYTES)
  const salt = random.bytes(BLOCK_BYTES)
  const scheme = { hash: SHA_256.name, salt, iterations: WRITTEN_ITERATIONS, bits: AES_256.bits, iv }
  const key = await deriveKey(scheme, password)
  const data = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, bytes))
  return der(DER.sequence, writeScheme({ salt, iv }), der(DER.octetString, data))
}

function readScheme(value: DerValue | undefined): Scheme {
  const { algorithm, parameters } = readAlgorithm(value)
  if (!equalBytes(algorithm, PBES2)) throw unsupported('not PBES2')
  const [derivation, cipher] = readDerValues(contentOf(parameters, DER.sequence)).map(readAlgorithm)
  if (!derivation || !equalBytes(derivation.algorithm, PBKDF2))
    throw unsupported('the key is not made by PBKDF2')
  const found = CIPHERS.find(({ id }) => cipher && equalBytes(id, cipher.algorithm))
  if (!cipher || !found) throw unsupported('the cipher is not AES in CBC mode')
  const iv = contentOf(cipher.parameters, DER.octetString)
  if (iv.byteLength !== BLOCK_BYTES)
    throw new DomainError('corrupt', 'asn1: structure error: not an IV of AES')
  return { ...readDerivation(derivation.parameters), bits: found.bits, iv }
}

function readDerivation(value: DerValue | undefined): Pick<Scheme, 'hash' | 'salt' | 'iterations'> {
  const [saltValue, iterationsValue, ...optional] = readDerValues(contentOf(value, DER.sequence))
  const salt = contentOf(saltValue, DER.octetString)
  const iterations = smallNumberOf(iterationsValue)
  if (salt.byteLength > MAX_SALT_BYTES) throw unsupported(`over ${MAX_SALT_BYTES} bytes of salt`)
  if (iterations < 1 || iterations > MAX_ITERATIONS) {
    throw unsupported(`${iterations} iterations where 1 to ${MAX_ITERATIONS} are allowed`)
  }
  const hashValue = optional.find(({ tag }) => tag === DER.sequence)
  const id = hashValue ? readAlgorithm(hashValue).algorithm : SHA_1.id
  const hash = HASHES.find((known) => equalBytes(known.id, id))
  if (!hash) throw unsupported('the hash is not of the SHA-1 or SHA-2 family')
  return { hash: hash.name, salt, iterations }
}

function writeScheme({ salt, iv }: Pick<Scheme, 'salt' | 'iv'>): Uint8Array {
  const derivation = der(
    DER.sequence,
    der(DER.octetString, salt),
    derUnsigned(Uint8Array.of(WRITTEN_ITERATIONS >>> 16, WRITTEN_ITERATIONS >>> 8, WRITTEN_ITERATIONS)),
    identifier(SHA_256.id, der(DER.null)),
  )
  const cipher = identifier(AES_256.id, der(DER.octetString, iv))
  return identifier(PBES2, der(DER.sequence, identifier(PBKDF2, derivation), cipher))
}

function identifier(algorithm: Uint8Array, parameters: Uint8Array): Uint8Array {
  return der(DER.sequence, der(DER.oid, algorithm), parameters)
}

async function deriveKey({ hash, salt, iterations, bits }: Scheme, password: string): Promise<CryptoKey> {
  const secret = new TextEncoder().encode(password)
  try {
    const base = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey'])
    return await crypto.subtle.deriveKey(
      { name: 'PBKDF2', hash, salt: Uint8Array.from(salt), iterations },
      base,
      { name: 'AES-CBC', length: bits },
      false,
      ['encrypt', 'decrypt'],
    )
  } catch (cause) {
    const reason = `this host has no PBKDF2 of ${iterations} iterations with ${hash} for AES-${bits}`
    throw new DomainError('unsupported', `Cannot use password: ${reason}`, { cause })
  }
}

function unsupported(reason: string): DomainError {
  return new DomainError('unsupported', `Cannot decrypt private key: ${reason}`)
}
