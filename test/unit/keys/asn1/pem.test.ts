import { describe, expect, it } from 'vitest'
import { readPem, writePem } from '../../../../src/keys/asn1/pem.ts'
import { readPrivateKey } from '../../../../src/keys/private-key.ts'
import { seededRandom } from '../../../../src/memory/seeded-random.ts'
import { bytesOf, keyFile, reference } from '../key-fixtures.ts'

const random = seededRandom(6)
const ed25519 = () => readPem(keyFile('files/openssl_ed25519.pem'))

const body = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '')
const block = (bytes: Uint8Array, label = 'PRIVATE KEY') =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes).toString('base64')}\n-----END ${label}-----\n`

describe('readPem()', () => {
  it.each(reference)('reads $file as the reference does, and writePem() writes it again', async (vector) => {
    const text = keyFile(vector.file)

    const key = await readPem(text)

    expect(key).toEqual(await readPrivateKey(bytesOf(vector.privateKeyProtobufHex)))
    expect(await writePem(key)).toBe(text)
  })

  it('reads the first block among other text, with any line ends', async () => {
    const text = `junk\r\n${keyFile('files/openssl_ed25519.pem').replaceAll('\n', '\r\n')}${keyFile('files/openssl_p256.pem')}`

    expect(await readPem(text)).toEqual(await ed25519())
  })

  it.each(['aes256_sha256', 'aes128_sha1', 'aes192_sha512'])('decrypts %s', async (scheme) => {
    expect(await readPem(keyFile(`files/encrypted_${scheme}.pem`), 'tide')).toEqual(await ed25519())
  })

  it('opens what writePem() has encrypted, with that password alone', async () => {
    let text = ''
    // One key of each kind: the derivation from a password takes longest.
    const ofEachKind = new Map(reference.map((vector) => [vector.type, vector]))
    for (const { file } of ofEachKind.values()) {
      const key = await readPem(keyFile(file))

      text = await writePem(key, { password: 'ebb & flöd', random })

      expect(text).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/)
      expect(await readPem(text, 'ebb & flöd')).toEqual(key)
    }
    // The form of the key inside is the same for every kind of key, and so is how a wrong password shows.
    await expect(readPem(text, 'ebb & flod')).rejects.toMatchObject({ code: 'corrupt' })
  })

  it.each([
    ['encrypted_3des', 'unsupported', 'the cipher is not AES in CBC mode'],
    ['encrypted_scrypt', 'unsupported', 'the key is not made by PBKDF2'],
    ['encrypted_pbes1', 'unsupported', 'not PBES2'],
    ['encrypted_too_many_iterations', 'unsupported', '1000001 iterations where 1 to 1000000 are allowed'],
    ['openssl_sec1', 'corrupt', 'expected PRIVATE KEY type in PEM block but got: EC PRIVATE KEY'],
    ['openssl_rsa1024', 'corrupt', 'rsa keys must be >= 2048 bits to be useful'],
  ])('refuses %s as %s', async (name, code, message) => {
    await expect(readPem(keyFile(`files/${name}.pem`), 'tide')).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })

  it('asks for the password of an encrypted key, and tells of a wrong one', async () => {
    const text = keyFile('files/encrypted_aes256_sha256.pem')

    await expect(readPem(text)).rejects.toMatchObject({ code: 'invalid-argument' })
    await expect(readPem(text, 'ebb')).rejects.toMatchObject({
      code: 'corrupt',
      message: 'Cannot decrypt private key: wrong password, or damaged data',
    })
  })

  it.each([
    '',
    'nope',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\n!\n-----END PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PUBLIC KEY-----',
    `-----BEGIN PRIVATE KEY-----${'-----BEGIN PRIVATE KEY-----'.repeat(10_000)}`,
  ])('finds no key in %.60j and does not quote it', async (text) => {
    await expect(readPem(text)).rejects.toMatchObject({
      code: 'corrupt',
      message: 'PEM block not found in input data',
    })
  })

  it('throws corrupt for a key that is cut anywhere', async () => {
    for (const name of ['openssl_ed25519', 'openssl_secp256k1', 'openssl_p256', 'openssl_rsa2048']) {
      const bytes = Buffer.from(body(keyFile(`files/${name}.pem`)), 'base64')
      const step = Math.ceil(bytes.byteLength / 60)
      for (let length = 0; length < bytes.byteLength; length += step) {
        const cut = block(bytes.subarray(0, length))
        await expect(readPem(cut), `${name} ${length}`).rejects.toMatchObject({ code: 'corrupt' })
      }
    }
  })

  it('throws an error of its own for an encrypted key with any one byte changed', async () => {
    const bytes = Buffer.from(body(keyFile('files/encrypted_aes128_sha1.pem')), 'base64')
    for (const at of bytes.keys()) {
      const changed = new Uint8Array(bytes).with(at, (bytes[at] ?? 0) ^ 0x01)
      const read = readPem(block(changed, 'ENCRYPTED PRIVATE KEY'), 'tide')
      await read.then(
        // The form has no seal: a change of the last blocks is another key.
        ({ type }) => expect(type).toBe('ed25519'),
        (error) => expect(error).toMatchObject({ code: expect.stringMatching(/^(corrupt|unsupported)$/) }),
      )
    }
  })

  it('says that a kind of key is none of the network', async () => {
    // X25519: the identifier of Ed25519 with another last byte.
    const bytes = new Uint8Array(Buffer.from(body(keyFile('files/openssl_ed25519.pem')), 'base64'))

    await expect(readPem(block(bytes.with(11, 0x6e)))).rejects.toMatchObject({ code: 'unsupported' })
  })
})
