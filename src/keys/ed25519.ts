/** Length of the secret that an Ed25519 key pair grows from. */
export const ED25519_SEED_BYTES = 32

/** What stands before the seed in PKCS #8: version 0, algorithm 1.3.101.112, an octet string in another. */
const PKCS8_HEAD = Uint8Array.of(
  ...[0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20],
)

/** The public key of a 32-byte seed. Web Crypto gives it only as JWK. */
export async function ed25519PublicKey(seed: Uint8Array): Promise<Uint8Array> {
  const pkcs8 = new Uint8Array(PKCS8_HEAD.byteLength + ED25519_SEED_BYTES)
  pkcs8.set(PKCS8_HEAD)
  pkcs8.set(seed, PKCS8_HEAD.byteLength)
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, { name: 'Ed25519' }, true, ['sign'])
  const exported: ArrayBuffer | JsonWebKey = await crypto.subtle.exportKey('jwk', key)
  const x = 'x' in exported ? exported.x : undefined
  if (x === undefined) throw new TypeError('Cannot read public key: the exported key has none')
  return base64UrlBytes(x)
}

function base64UrlBytes(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
