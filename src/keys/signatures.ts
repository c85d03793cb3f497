import { joinBytes } from '../codec/bytes/bytes.ts'
import { parsePeerId, publicKeyInPeerId } from '../codec/cid/peer-id.ts'
import { attempt, DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { SELF } from './key-names.ts'
import type { Keys, NamedKey } from './keys.ts'
import { isSignedBy, signWith } from './private-key.ts'

/** Prefix of signed data, so that a caller cannot get a network record signed as data. */
const PREFIX = new TextEncoder().encode('libp2p-key signed message:')

/** A name may be given as its path. */
const NAME_PATH = /^\/(?:ipns|nms)\//

export interface SignOptions extends AbortOptions {
  /** Name of a key; `self` when absent or empty. */
  readonly key?: string | undefined
}

export interface Signature {
  readonly key: NamedKey
  readonly signature: Uint8Array
}

/** Signs data with a key of this node. Throws `not-found`, and `unavailable` for a key that cannot be decrypted. */
export async function signData(
  keys: Pick<Keys, 'find' | 'open'>,
  data: Uint8Array,
  { key: name = '', signal }: SignOptions = {},
): Promise<Signature> {
  const key = await keys.find(name || SELF, { signal })
  if (!key) throw new DomainError('not-found', 'no key by the given name was found')
  const privateKey = await keys.open(key.name, { signal })
  return { key, signature: await signWith(privateKey, joinBytes([PREFIX, data])) }
}

export interface VerifyDataOptions extends SignOptions {
  readonly signature: Uint8Array
}

/**
 * Verifies a signature of {@link signData} with a key of this node, or with the key inside a peer id or name; the
 * returned key then has an empty name. Throws `invalid-argument` when `key` is neither.
 */
export async function verifyData(
  keys: Pick<Keys, 'find'>,
  data: Uint8Array,
  { key: text = '', signature, signal }: VerifyDataOptions,
): Promise<{ readonly key: NamedKey; readonly isValid: boolean }> {
  const key = (await keys.find(text || SELF, { signal })) ?? keyInName(text)
  const message = joinBytes([PREFIX, data])
  return { key, isValid: await isSignedBy(key.publicKey, { message, signature }) }
}

function keyInName(text: string): NamedKey {
  const peerId = attempt(() => parsePeerId(text.replace(NAME_PATH, '')))
  if (!peerId) throw invalid(`'"${text}"' is not a known key, an IPNS Name, or a valid PeerID`)
  const publicKey = publicKeyInPeerId(peerId)
  if (!publicKey) throw invalid('public key is not embedded in peer ID')
  return { name: '', peerId, publicKey }
}

function invalid(reason: string): DomainError {
  return new DomainError('invalid-argument', reason)
}
