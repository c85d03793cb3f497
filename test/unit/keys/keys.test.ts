import { describe, expect, it } from 'vitest'
import { formatPeerId } from '../../../src/codec/cid/peer-id.ts'
import { createKeys } from '../../../src/keys/create-keys.ts'
import { openIdentity } from '../../../src/keys/identity.ts'
import { isSignedBy, readPrivateKey, signWith } from '../../../src/keys/private-key.ts'
import { createSecrets } from '../../../src/keys/secrets.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { memoryHostKey } from '../../../src/memory/memory-host-key.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import type { HostKey } from '../../../src/ports/host-key.ts'
import { bytesOf, damageRow, reference } from './key-fixtures.ts'

const random = seededRandom(8)
const ED25519 = { type: 'ed25519' }
const hostKeyOf = (byte: number) => memoryHostKey(new Uint8Array(32).fill(byte))

async function opened(
  datastore = memoryDatastore(),
  hostKey: HostKey = hostKeyOf(1),
  logger = memoryLogger(),
) {
  const secrets = createSecrets({ hostKey, random })
  const identity = await openIdentity({ datastore, random, secrets, logger })
  return { keys: createKeys({ datastore, random, secrets, logger }), identity, datastore }
}

const names = async ({ keys }: Awaited<ReturnType<typeof opened>>) =>
  (await keys.list()).map(({ name }) => name)

describe('keys of a node', () => {
  it('are listed in the order of their bytes behind self, and open as they were made', async () => {
    const node = await opened()
    for (const name of ['b', 'é', 'a/b', 'Z']) await node.keys.create(name, ED25519)

    expect(await names(node)).toEqual(['self', 'Z', 'a/b', 'b', 'é'])
    const { publicKey } = await node.keys.open('é')
    expect(await node.keys.find('é')).toMatchObject({ name: 'é', publicKey })
    expect((await node.keys.self()).publicKey).toEqual(node.identity.publicKey)
  })

  it('are kept without their secrets in the clear', async () => {
    const { keys, datastore } = await opened()
    await keys.create('a', ED25519)
    const secret = Buffer.from((await keys.open('a')).message.subarray(4, 36))

    for await (const [, value] of datastore.range({})) expect(Buffer.from(value).includes(secret)).toBe(false)
  })

  it('are listed and cannot be opened when the host has another key or none', async () => {
    const { keys, datastore } = await opened()
    await keys.create('a', ED25519)

    for (const hostKey of [hostKeyOf(2), memoryHostKey()]) {
      const lost = await opened(datastore, hostKey)
      expect(await names(lost)).toEqual(['self', 'a'])
      for (const name of ['a', 'self']) {
        await expect(lost.keys.open(name)).rejects.toMatchObject({
          code: 'unavailable',
          message: expect.stringContaining('KEY_ENCRYPTION_KEY'),
        })
      }
    }
    await expect((await opened(datastore, memoryHostKey())).keys.create('b', ED25519)).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  it('do not open as another key when rows are exchanged', async () => {
    const { keys, datastore } = await opened()
    const [a, b] = [await keys.create('a', ED25519), await keys.create('b', ED25519)]
    const rows = []
    for await (const [key, value] of datastore.range({})) rows.push({ key, value: Buffer.from(value) })
    const row = rows.find(({ value }) => value.includes(Buffer.from(a.publicKey)))
    if (!row) throw new Error('no row')
    const forged = Buffer.from(row.value)
    forged.set(b.publicKey, forged.indexOf(Buffer.from(a.publicKey)))
    await datastore.batch([{ type: 'put', key: row.key, value: new Uint8Array(forged) }])

    await expect(keys.open('a')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('are made once by calls of the same name that come together', async () => {
    const node = await opened()

    const made = await Promise.allSettled([1, 2, 3].map(() => node.keys.create('a', ED25519)))

    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await names(node)).toEqual(['self', 'a'])
  })

  it('are renamed whole: calls that come together lose none', async () => {
    const node = await opened()
    await node.keys.create('a', ED25519)
    await node.keys.create('b', ED25519)

    const moved = await Promise.allSettled(['a', 'b'].map((from) => node.keys.rename({ from, to: 'c' })))

    expect(moved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await names(node)).length).toBe(3)
  })

  it.each([
    [
      ['nope', 'a'],
      ['a', 'b'],
    ],
    [
      ['self', 'a'],
      ['a', 'b'],
    ],
    [['a', 'nope', 'b'], ['b']],
    [['a', 'self', 'b'], ['b']],
    [['b', 'b', 'a'], ['a']],
  ])('are removed up to the first that cannot be: %j', async (refused, kept) => {
    const node = await opened()
    await node.keys.create('a', ED25519)
    await node.keys.create('b', ED25519)

    await expect(node.keys.remove(refused)).rejects.toMatchObject({ name: 'DomainError' })

    expect(await names(node)).toEqual(['self', ...kept])
    expect((await node.keys.remove(kept)).map(({ name }) => name)).toEqual(kept)
  })

  it('lose one whose row is damaged, and no other', async () => {
    const lines = memoryLogger()
    const node = await opened(memoryDatastore(), hostKeyOf(1), lines)
    for (const name of ['a', 'b', 'c']) await node.keys.create(name, ED25519)
    await damageRow(node.datastore, 'b')
    const error = { code: 'corrupt', message: expect.stringMatching(/^Cannot read key "b": .* "key\/rm"/) }

    expect(await names(node)).toEqual(['self', 'a', 'c'])
    expect(await names(node)).toEqual(['self', 'a', 'c'])
    expect(lines.lines.filter(({ message }) => message.includes('key "b"'))).toHaveLength(1)
    await expect(node.keys.open('b')).rejects.toMatchObject(error)
    await expect(node.keys.find('b')).rejects.toMatchObject(error)
    await expect(node.keys.rename({ from: 'b', to: 'd' })).rejects.toMatchObject(error)
    expect(await node.keys.remove(['a', 'b'])).toEqual([
      expect.objectContaining({ name: 'a', peerId: expect.anything() }),
      { name: 'b' },
    ])
    expect((await node.keys.create('b', ED25519)).name).toBe('b')
  })

  it('are imported only when what they sign verifies', async () => {
    const { keys } = await opened()
    const [ed25519, , secp256k1] = await Promise.all(
      reference.map(({ privateKeyProtobufHex }) => readPrivateKey(bytesOf(privateKeyProtobufHex))),
    )
    if (!ed25519 || !secp256k1) throw new Error('the fixture has moved')

    await keys.add('good', secp256k1)
    await expect(keys.add('bad', { ...secp256k1, publicKey: ed25519.publicKey })).rejects.toMatchObject({
      code: 'corrupt',
    })
    expect(await keys.find('bad')).toBeUndefined()
  })
})

describe('rotate()', () => {
  it('gives a new identity, keeps the old one as a key that signs, and remembers the first', async () => {
    const { keys, identity, datastore } = await opened()

    const second = await keys.rotate('old', { type: 'secp256k1' })
    await keys.rotate('older', ED25519)

    expect((await keys.find('old'))?.publicKey).toEqual(identity.publicKey)
    expect((await keys.find('older'))?.publicKey).toEqual(second.publicKey)
    const message = new TextEncoder().encode('hello')
    const signature = await signWith(await keys.open('old'), message)
    expect(await isSignedBy(identity.publicKey, { message, signature })).toBe(true)
    const next = (await opened(datastore)).identity
    expect(formatPeerId(next.peerId)).toBe(formatPeerId((await keys.self()).peerId))
    expect(next.firstPublicKey).toEqual(identity.publicKey)
  })

  it('encrypts an identity that was in the clear', async () => {
    const { datastore } = await opened(memoryDatastore(), memoryHostKey())
    const { keys, identity } = await opened(datastore)

    await keys.rotate('old', ED25519)

    expect((await keys.open('old')).publicKey).toEqual(identity.publicKey)
  })

  it.each([
    ['', ED25519, 'keystore name for backing up old key must be provided'],
    ['self', ED25519, "keystore name for back up cannot be named 'self'"],
    ['a', ED25519, 'saving old key in keystore (key by that name already exists, refusing to overwrite)'],
    ['b', { type: 'nope' }, 'creating identity (unrecognized key type: nope)'],
    ['b', { type: 'rsa', sizeBits: 1000 }, 'creating identity (rsa keys must be >= 2048 bits to be useful)'],
  ])('refuses to keep the old one as "%s" with %o, and changes nothing', async (name, wanted, message) => {
    const node = await opened()
    await node.keys.create('a', ED25519)
    const before = await node.keys.list()

    await expect(node.keys.rotate(name, wanted)).rejects.toMatchObject({ message })

    expect(await node.keys.list()).toEqual(before)
  })
})
