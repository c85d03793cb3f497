import { pureJsCrypto } from '@libp2p/noise'
import { describe, expect, it } from 'vitest'
import { nativeCipher } from '../../../../edge/peers/native-cipher.ts'
import { seededRandom } from '../../../../src/memory/seeded-random.ts'
import { noiseCrypto } from '../../../../src/net/peer/noise-crypto.ts'
import { createNoiseFrames } from '../../../../src/net/peer/noise-frames.ts'

const random = seededRandom(31)
const KEY = random.bytes(32)
const NONCE = random.bytes(12)

/** Bytes as the muxer passes them on: a list of pieces, which are joined when they are asked for. */
function listOf(bytes: Uint8Array): Uint8Array {
  return { byteLength: bytes.byteLength, subarray: () => bytes.slice() } as unknown as Uint8Array
}

async function start() {
  const cipher = await nativeCipher()
  if (!cipher) throw new Error('This runtime has no native cipher')
  return noiseCrypto(cipher)
}

describe('the cipher of connections', () => {
  it.each([
    [0, 0],
    [100, 32],
    [4095, 0],
    [4096, 0],
    [65_519, 0],
    [65_519, 32],
  ])('has the bytes of the reference for %i bytes with %i beside', async (sizeBytes, besideBytes) => {
    const crypto = await start()
    const plaintext = random.bytes(sizeBytes)
    const beside = random.bytes(besideBytes)
    const sealed = pureJsCrypto.chaCha20Poly1305Encrypt(plaintext, NONCE, beside, KEY).subarray()

    expect(crypto.chaCha20Poly1305Encrypt(plaintext, NONCE, beside, KEY).subarray()).toEqual(sealed)
    const opened = crypto.chaCha20Poly1305Decrypt(sealed.slice(), NONCE, beside, KEY)
    expect(opened).toEqual(plaintext)
    expect(opened.constructor).toBe(Uint8Array)
  })

  it('takes lists of bytes, and refuses them with any bit changed', async () => {
    const crypto = await start()
    const plaintext = random.bytes(20_000)
    const pieces = listOf(plaintext)

    const sealed = crypto.chaCha20Poly1305Encrypt(pieces, NONCE, new Uint8Array(), KEY).subarray()

    const opened = crypto.chaCha20Poly1305Decrypt(listOf(sealed.slice()), NONCE, new Uint8Array(), KEY)
    expect(opened.subarray()).toEqual(plaintext)
    for (const at of [0, 12_345, sealed.byteLength - 1]) {
      const changed = sealed.slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => crypto.chaCha20Poly1305Decrypt(changed, NONCE, new Uint8Array(), KEY)).toThrow()
    }
  })
})

describe('the frames of a connection', () => {
  const contents = [1, 5_000, 0, 300, 2].map((sizeBytes) => random.bytes(sizeBytes))
  const sent = contents.flatMap((bytes) => [bytes.byteLength >> 8, bytes.byteLength & 255, ...bytes])
  const expected = contents.filter(({ byteLength }) => byteLength > 0)

  it.each([1, 2, 3, 1000, 100_000])('are cut from chunks of %i bytes, in lists too', (chunkBytes) => {
    const bytes = Uint8Array.from(sent)
    const early = bytes.subarray(0, chunkBytes)
    const frames = createNoiseFrames(early)
    const cut: Uint8Array[] = []
    for (let at = chunkBytes; at < bytes.byteLength + 2 * chunkBytes; at += 2 * chunkBytes) {
      const chunks = [at, at + chunkBytes].map((from) => bytes.subarray(from, from + chunkBytes))
      cut.push(...frames.decode(chunks))
    }

    expect(cut).toEqual(expected)
  })
})
