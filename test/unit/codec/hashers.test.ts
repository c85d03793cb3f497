import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CID, parseCid, RAW_CODEC } from '../../../src/codec/cid/cid.ts'
import { hasherFor } from '../../../src/codec/cid/hashers.ts'
import { assertSecureHash, hashBytes, verifyBlock } from '../../../src/codec/cid/multihash.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const encode = (text: string) => new TextEncoder().encode(text)

const vectors = readFileSync(join(import.meta.dirname, '../../fixtures/multiformats/multihash.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','))

async function digestOf(name: string, text: string): Promise<string> {
  const hasher = hasherFor(name)
  if (!hasher) throw new Error(`no ${name}`)
  return hex(await hasher.digest(encode(text)))
}

async function rawCid(name: string, bytes: Uint8Array, lengthBytes = -1): Promise<CID> {
  const hasher = hasherFor(name)
  if (!hasher) throw new Error(`no ${name}`)
  return CID.createV1(RAW_CODEC, await hashBytes(hasher, bytes, lengthBytes))
}

describe('hasherFor()', () => {
  it.each(vectors)('%s at %s bits hashes %s', async (name = '', bits, input = '', multihash) => {
    const hasher = hasherFor(name)

    const made = hasher && (await hashBytes(hasher, encode(input), Number(bits) / 8))

    expect(made && hex(made.bytes)).toBe(multihash)
  })

  it.each([
    ['identity', 0x00, 'abc', '616263'],
    [
      'sha2-384',
      0x20,
      'abc',
      'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7',
    ],
    ['sha3-256', 0x16, 'abc', '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
    ['keccak-256', 0x1b, 'abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
    ['blake2b-256', 0xb220, 'abc', 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319'],
    ['blake2s-256', 0xb260, 'abc', '508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982'],
    ['blake3', 0x1e, 'abc', '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85'],
    ['dbl-sha2-256', 0x56, 'abc', '4f8b42c22dd3729b519ba6f68d2da7cc5b2d606d05daed5ad5128cc03e6c6358'],
    ['sha1', 0x11, 'abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ])('knows %s by name and number', async (name, code, input, digest) => {
    expect(hasherFor(name)?.code).toBe(code)
    expect(hasherFor(code)?.name).toBe(name)
    expect(await digestOf(name, input)).toBe(digest)
  })

  it('hashes the block of the old raw format with sha3', async () => {
    const cid = await rawCid('sha3', encode('foooo\n'), 20)

    expect(cid.toString()).toBe('bafkrifctrq4xazzixy2v4ezymjcvzpskqdwlxra')
  })

  it('knows nothing else', () => {
    expect(hasherFor('md5')).toBeUndefined()
    expect(hasherFor(0xd5)).toBeUndefined()
    expect(hasherFor('constructor')).toBeUndefined()
  })
})

describe('assertSecureHash()', () => {
  it.each([
    ['sha2-256', -1],
    ['sha2-256', 20],
    ['identity', -1],
    ['sha1', -1],
    ['blake2b-160', -1],
    ['blake3', -1],
  ])('lets %s of %i bytes through', async (name, lengthBytes) => {
    expect(() => assertSecureHash({ code: -1, digest: new Uint8Array(32) })).toThrow()
    const { multihash } = await rawCid(name, encode('short'), lengthBytes)
    expect(() => assertSecureHash(multihash)).not.toThrow()
  })

  it.each([
    ['blake2b-152', -1, 'potentially insecure hash functions not allowed'],
    ['shake-128', -1, 'potentially insecure hash functions not allowed'],
    ['sha2-256', 19, 'hashes must be at 20 least bytes long'],
  ])('refuses %s of %i bytes', async (name, lengthBytes, message) => {
    const { multihash } = await rawCid(name, encode('short'), lengthBytes)

    expect(() => assertSecureHash(multihash)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', message }),
    )
  })

  it('takes 128 inline bytes and not 129', async () => {
    expect(() => assertSecureHash({ code: 0, digest: new Uint8Array(128) })).not.toThrow()
    expect(() => assertSecureHash({ code: 0, digest: new Uint8Array(129) })).toThrow()
  })
})

describe('verifyBlock()', () => {
  const bytes = encode('hello')

  it.each([
    ['sha2-256', -1],
    ['sha2-512', 20],
    ['identity', -1],
    ['blake3', -1],
  ])('accepts what %s of %i bytes names', async (name, lengthBytes) => {
    await expect(verifyBlock(await rawCid(name, bytes, lengthBytes), bytes)).resolves.toBeUndefined()
  })

  it.each(['sha2-256', 'identity', 'blake2s-256'])('refuses other bytes under %s', async (name) => {
    const cid = await rawCid(name, bytes)

    await expect(verifyBlock(cid, encode('hellO'))).rejects.toMatchObject({ code: 'corrupt' })
    await expect(verifyBlock(cid, encode('hello!'))).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('refuses an empty digest and says when it does not know the function', async () => {
    await expect(verifyBlock(await rawCid('sha2-256', bytes, 0), bytes)).rejects.toMatchObject({
      code: 'corrupt',
    })
    await expect(verifyBlock(parseCid('f0155d50101aa'), bytes)).rejects.toMatchObject({ code: 'unsupported' })
  })
})
