import { describe, expect, it } from 'vitest'
import keys from '../fixtures/keys/keys.json' with { type: 'json' }
import { file, form } from '../requests/form.ts'
import { callKeys, errorOf, failure, type KeyInfo, listKeys, removeKeysAtEnd } from '../requests/keys.ts'
import { sampleOnHosts } from '../requests/sample-on-hosts.ts'

/** Of so many refusals the other hosts get one: the core judges them. */
const EVERY = 4

const PREFIX = 'key-import '
removeKeysAtEnd(PREFIX)

const PEM = { format: 'pem-pkcs8-cleartext' }
const [ed25519, , , p256] = keys.reference
const [encrypted, tripleDes] = keys.encrypted
if (!ed25519 || !p256 || !encrypted || !tripleDes) throw new Error('the fixture has moved')

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
const importKey = (arg: string, key: string | Uint8Array, query: Readonly<Record<string, string>> = {}) =>
  callKeys('key/import', { arg, ...query }, form(file('key', key)))

describe('POST /api/v0/key/import', () => {
  it.each(keys.reference)('takes $file as PEM and as protobuf, and answers its name', async (vector) => {
    const any = { 'allow-any-key-type': 'true' }
    const name = PREFIX + vector.file

    const asPem = await importKey(name, vector.pem, { ...PEM, ...any })
    const asBytes = await importKey(`${name} 2`, bytesOf(vector.privateKeyProtobufHex), any)

    expect([asPem.status, await asPem.json()]).toEqual([200, { Name: name, Id: vector.name }])
    expect(((await asBytes.json()) as KeyInfo).Id).toBe(vector.name)
    expect(await listKeys()).toContainEqual({ Name: name, Id: vector.name })
  })

  it('takes an encrypted PEM with its password', async () => {
    const name = `${PREFIX}encrypted`

    const response = await importKey(name, encrypted.pem, { ...PEM, password: encrypted.password })

    expect(await response.json()).toEqual({ Name: name, Id: ed25519.name })
  })

  it.each(
    sampleOnHosts(
      [
        [
          'another password',
          encrypted.pem,
          { password: 'ebb' },
          /^Cannot decrypt private key: wrong password/,
        ],
        ['no password', encrypted.pem, {}, /^Cannot read PEM block: encrypted, and no password is given$/],
        ['another scheme', tripleDes.pem, { password: 'tide' }, /the cipher is not AES in CBC mode$/],
      ],
      EVERY,
    ),
  )('refuses an encrypted PEM with %s in words', async (_, pem, query, message) => {
    const [status, text] = await errorOf(importKey(`${PREFIX}x`, pem, { ...PEM, ...query }))

    expect(status).toBe(500)
    expect(JSON.parse(text)).toEqual({ Message: expect.stringMatching(message), Code: 0, Type: 'error' })
  })

  it('takes keys of other kinds only when told so', async () => {
    expect(await errorOf(importKey(`${PREFIX}x`, p256.pem, PEM))).toEqual(
      failure(
        "key type *crypto.ECDSAPrivateKey is not allowed to be imported, only RSA, Ed25519, or Secp256k1; use flag --allow-any-key-type if you are sure of what you're doing",
      ),
    )
  })

  it('refuses a name that is taken, and that of the node', async () => {
    const name = `${PREFIX}taken`
    await importKey(name, ed25519.pem, PEM)

    expect(await errorOf(importKey(name, ed25519.pem, PEM))).toEqual(
      failure(`key with name '${name}' already exists`),
    )
    expect(await errorOf(importKey('self', ed25519.pem, PEM))).toEqual(
      failure("cannot import key with name 'self'"),
    )
    expect(await errorOf(importKey('', ed25519.pem, PEM))).toEqual(
      failure('key name must be at least one character'),
    )
  })

  it.each(
    sampleOnHosts(
      [
        [
          'a PEM',
          ed25519.pem,
          {},
          'unexpected PEM block for format=libp2p-protobuf-cleartext: try again with format=pem-pkcs8-cleartext',
        ],
        ['a format', 'x', { format: 'nope' }, 'unrecognized import format: nope'],
        ['no PEM', 'nope', PEM, 'PEM block not found in input data'],
        [
          'nothing',
          '',
          {},
          'unable to unmarshall format=libp2p-protobuf-cleartext: proto: required field crypto.pb.PrivateKey.Type not set',
        ],
        [
          'half a message',
          bytesOf('0801'),
          {},
          'unable to unmarshall format=libp2p-protobuf-cleartext: proto: required field crypto.pb.PrivateKey.Data not set',
        ],
        [
          'a short key',
          bytesOf('0801120411223344'),
          {},
          'unable to unmarshall format=libp2p-protobuf-cleartext: expected ed25519 data size to be 64 or 96, got 4',
        ],
        ['a base', ed25519.pem, { 'ipns-base': 'zz' }, 'unsupported multibase encoding: zz'],
      ],
      EVERY,
    ),
  )('refuses %s in the words of the reference', async (_, key, query, message) => {
    expect(await errorOf(importKey(`${PREFIX}x`, key, query))).toEqual(failure(message))
    expect((await listKeys()).map(({ Name }) => Name)).not.toContain(`${PREFIX}x`)
  })

  it('reads no more than a key can be', async () => {
    const [status, text] = await errorOf(importKey(`${PREFIX}x`, new Uint8Array(100_000)))

    expect([status, JSON.parse(text).Message]).toEqual([400, 'Cannot read file: over 32768 bytes'])
  })

  it('needs a key', async () => {
    expect(await errorOf(callKeys('key/import', { arg: 'x' }))).toEqual([
      400,
      "file argument 'key' is required\n",
    ])
  })
})
