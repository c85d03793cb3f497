import { describe, expect, it, vi } from 'vitest'
import { formatPeerId } from '../../../src/codec/cid/peer-id.ts'
import { DomainError } from '../../../src/errors.ts'
import { type IdentityOptions, openIdentity } from '../../../src/keys/identity.ts'
import { openKey } from '../../../src/keys/key-rows.ts'
import { createSecrets } from '../../../src/keys/secrets.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { memoryHostKey } from '../../../src/memory/memory-host-key.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { keyOf } from '../../../src/state/keys.ts'
import keys from '../../fixtures/keys/keys.json' with { type: 'json' }
import { bytesOf } from './key-fixtures.ts'

const ed25519 = keys.libp2p[0]
if (ed25519?.type !== 'ED25519') throw new Error('the fixture has moved')

const SELF = keyOf('keys/self')
const CLEAR = bytesOf(ed25519.privateKeyProtobufHex)
const seed = CLEAR.slice(4, 36)
const random = seededRandom(7)
const logger = memoryLogger()

const secretsOf = (byte: number) =>
  createSecrets({ hostKey: memoryHostKey(new Uint8Array(32).fill(byte)), random })
const sealing = secretsOf(1)
const keyless = createSecrets({ random })

const opened = (options: Partial<IdentityOptions> & Pick<IdentityOptions, 'datastore'>) =>
  openIdentity({ random, secrets: sealing, logger, ...options })

async function datastoreWith(value: Uint8Array) {
  const datastore = memoryDatastore()
  await datastore.batch([{ type: 'put', key: SELF, value }])
  return datastore
}

describe('openIdentity()', () => {
  it('makes the public vector out of its seed, and keeps it in the clear where the host has no key', async () => {
    const datastore = memoryDatastore()

    const { peerId, publicKey } = await opened({
      datastore,
      random: { bytes: () => seed.slice() },
      secrets: keyless,
    })

    expect(publicKey).toEqual(bytesOf(ed25519.publicKeyProtobufHex))
    expect(formatPeerId(peerId)).toBe(ed25519.peerIdBase58)
    expect(await datastore.get(SELF)).toEqual(CLEAR)
  })

  it('is the same at the next start', async () => {
    const datastore = memoryDatastore()

    const first = await opened({ datastore })

    expect(await opened({ datastore })).toEqual(first)
  })

  it('is one for two processes that start together', async () => {
    const datastore = memoryDatastore()

    const [first, second] = await Promise.all([opened({ datastore }), opened({ datastore })])

    expect(second).toEqual(first)
  })

  it('keeps no secret in the clear where the host has a key', async () => {
    const datastore = memoryDatastore()

    const { publicKey } = await opened({ datastore })

    const row = (await datastore.get(SELF)) ?? new Uint8Array()
    const { message } = await openKey(row, { secrets: sealing })
    expect(Buffer.from(row).includes(Buffer.from(message.subarray(4, 36)))).toBe(false)
    expect(Buffer.from(row).includes(Buffer.from(publicKey))).toBe(true)
  })

  it('encrypts what an earlier build has kept in the clear, once', async () => {
    const datastore = await datastoreWith(CLEAR)

    const [first, second] = await Promise.all([opened({ datastore }), opened({ datastore })])

    expect(formatPeerId(first.peerId)).toBe(ed25519.peerIdBase58)
    expect(second).toEqual(first)
    await vi.waitFor(async () => expect(await datastore.get(SELF)).not.toEqual(CLEAR))
    const row = (await datastore.get(SELF)) ?? new Uint8Array()
    expect((await openKey(row, { secrets: sealing })).message).toEqual(CLEAR)
  })

  it('opens what an earlier build has kept although the storage is full', async () => {
    const datastore = {
      get: async (key: Uint8Array) => (keyOf('keys/self').join() === key.join() ? CLEAR : undefined),
      batch: async () => {
        throw new DomainError('no-space', 'full')
      },
    }

    expect(formatPeerId((await opened({ datastore })).peerId)).toBe(ed25519.peerIdBase58)
  })

  it('stays who it is when the host has lost its key', async () => {
    const datastore = memoryDatastore()
    const first = await opened({ datastore })

    expect(await opened({ datastore, secrets: secretsOf(2) })).toEqual(first)
    expect(await opened({ datastore, secrets: keyless })).toEqual(first)
  })

  it('rejects with corrupt when what is stored is no key', async () => {
    for (const row of [Uint8Array.of(1, 2, 3), Uint8Array.of(8, 1), Uint8Array.of(0xa0)]) {
      const datastore = await datastoreWith(row)

      await expect(opened({ datastore })).rejects.toMatchObject({ code: 'corrupt' })
    }
  })
})
