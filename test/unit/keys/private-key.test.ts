import { describe, expect, it } from 'vitest'
import { multibaseFor } from '../../../src/codec/cid/multibase.ts'
import { formatPeerId, peerIdOfPublicKey } from '../../../src/codec/cid/peer-id.ts'
import { generateKey, isSignedBy, readPrivateKey, signWith } from '../../../src/keys/private-key.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import keys from '../../fixtures/keys/keys.json' with { type: 'json' }
import { bytesOf, reference } from './key-fixtures.ts'

const base36 = multibaseFor('base36')
const random = seededRandom(5)
const PREFIXED = new TextEncoder().encode('libp2p-key signed message:hello')
const bits = (message: string) => new TextEncoder().encode(message)

const signatureOf = ({ signatureOfHello }: (typeof reference)[number]) =>
  multibaseFor('base64url')?.decoder.decode(signatureOfHello) ?? new Uint8Array()

describe('readPrivateKey()', () => {
  it.each(keys.libp2p)('draws the public vector of $type from the private one', async (vector) => {
    const key = await readPrivateKey(bytesOf(vector.privateKeyProtobufHex))

    expect(key.type).toBe(vector.type.toLowerCase())
    expect(key.publicKey).toEqual(bytesOf(vector.publicKeyProtobufHex))
    expect(key.message).toEqual(bytesOf(vector.privateKeyProtobufHex))
    expect(formatPeerId(peerIdOfPublicKey(key.publicKey))).toBe(vector.peerIdBase58)
  })

  it.each(reference)('reads $file as the reference exports it', async ({ type, name, ...exported }) => {
    const key = await readPrivateKey(bytesOf(exported.privateKeyProtobufHex))

    expect(key.type).toBe(type)
    expect(key.message).toEqual(bytesOf(exported.privateKeyProtobufHex))
    expect(formatPeerId(peerIdOfPublicKey(key.publicKey), base36)).toBe(name)
  })

  it('reads the older form of Ed25519, with the public key twice, as the newer one', async () => {
    const newer = bytesOf(keys.libp2p[0]?.privateKeyProtobufHex ?? '')
    const older = Uint8Array.of(8, 1, 18, 96, ...newer.subarray(4), ...newer.subarray(36))

    expect((await readPrivateKey(older)).message).toEqual(newer)
  })

  it.each([
    ['', 'required field crypto.pb.PrivateKey.Type not set'],
    ['0801', 'required field crypto.pb.PrivateKey.Data not set'],
    ['08011240', 'proto: cannot parse invalid wire-format data'],
    ['ff', 'proto: cannot parse invalid wire-format data'],
    ['08051200', 'invalid or unsupported key type'],
    ['0801120411223344', 'expected ed25519 data size to be 64 or 96, got 4'],
    [`08011240${'11'.repeat(64)}`, 'expected ed25519 public key to match the private key'],
    ['08021203010203', 'expected secp256k1 data size to be 32'],
    [`08021220${'00'.repeat(32)}`, 'not below the order of the curve'],
    [`08021220${'ff'.repeat(32)}`, 'not below the order of the curve'],
    ['08001200', 'truncated'],
    ['080012053003020100', 'truncated'],
    ['08031203010203', 'asn1'],
  ])('throws corrupt for %s', async (hex, reason) => {
    await expect(readPrivateKey(bytesOf(hex))).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringContaining(reason),
    })
  })

  it('throws nothing but corrupt for a key with any one byte changed', async () => {
    for (const { privateKeyProtobufHex } of reference) {
      const message = bytesOf(privateKeyProtobufHex)
      const step = Math.ceil(message.byteLength / 16)
      for (let at = 0; at < message.byteLength; at += step) {
        const changed = message.with(at, (message[at] ?? 0) ^ 0x11)
        await readPrivateKey(changed).catch((error) => expect(error).toMatchObject({ code: 'corrupt' }))
        const cut = message.subarray(0, at)
        await expect(readPrivateKey(cut), `${at} bytes`).rejects.toMatchObject({ code: 'corrupt' })
      }
    }
  })
})

describe('signWith() and isSignedBy()', () => {
  it.each(reference)('agree with the reference for $type in $file', async (vector) => {
    const key = await readPrivateKey(bytesOf(vector.privateKeyProtobufHex))
    const own = await signWith(key, PREFIXED)

    expect(await isSignedBy(key.publicKey, { message: PREFIXED, signature: signatureOf(vector) })).toBe(true)
    expect(await isSignedBy(key.publicKey, { message: PREFIXED, signature: own })).toBe(true)
    expect(await isSignedBy(key.publicKey, { message: bits('else'), signature: own })).toBe(false)
    expect(
      await isSignedBy(key.publicKey, { message: PREFIXED, signature: own.with(9, (own[9] ?? 0) ^ 1) }),
    ).toBe(false)
    // Web Crypto draws chance for ECDSA; the other kinds sign the same bytes alike.
    if (vector.type !== 'ecdsa') expect(own).toEqual(signatureOf(vector))
  })

  it.each(reference)('hold no signature of another form for one of $file', async (vector) => {
    const { publicKey } = await readPrivateKey(bytesOf(vector.privateKeyProtobufHex))

    for (const length of [0, 1, 32, 64, 256, 5_000]) {
      const signature = random.bytes(length)
      expect(await isSignedBy(publicKey, { message: PREFIXED, signature })).toBe(false)
    }
  })

  it('hold no signature under a public key that cannot be read', async () => {
    for (const type of [0, 1, 2, 3]) {
      const publicKey = Uint8Array.of(8, type, 18, 3, 1, 2, 3)
      expect(await isSignedBy(publicKey, { message: PREFIXED, signature: random.bytes(64) })).toBe(false)
    }
  })
})

describe('generateKey()', () => {
  it.each(['ed25519', 'rsa', 'secp256k1'])('makes %s keys that sign and are read again', async (type) => {
    const key = await generateKey(type, { random })

    expect(await readPrivateKey(key.message)).toEqual(key)
    const signature = await signWith(key, PREFIXED)
    expect(await isSignedBy(key.publicKey, { message: PREFIXED, signature })).toBe(true)
  })

  it.each([
    ['ecdsa', {}, 'unrecognized key type: ecdsa'],
    ['ED25519', {}, 'unrecognized key type: ED25519'],
    ['toString', {}, 'unrecognized key type: toString'],
    ['rsa', { sizeBits: 2047 }, 'rsa keys must be >= 2048 bits to be useful'],
    ['rsa', { sizeBits: 4097 }, 'rsa keys must be <= 4096 bits'],
  ])('throws invalid-argument for %s with %o', async (type, size, message) => {
    await expect(generateKey(type, { random, ...size })).rejects.toMatchObject({
      code: 'invalid-argument',
      message,
    })
  })
})
