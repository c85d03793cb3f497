import { describe, expect, it } from 'vitest'
import { formatPeerId } from '../../../src/codec/cid/peer-id.ts'
import { openIdentity } from '../../../src/keys/identity.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { keyOf } from '../../../src/state/keys.ts'
import keys from '../../fixtures/keys/keys.json' with { type: 'json' }

const ed25519 = keys.libp2p[0]
if (ed25519?.type !== 'ED25519') throw new Error('the fixture has moved')

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
const seed = bytesOf(ed25519.privateKeyProtobufHex).slice(4, 36)

describe('openIdentity()', () => {
  it('makes the public vector out of its seed', async () => {
    const datastore = memoryDatastore()
    const random = { bytes: () => seed.slice() }

    const { peerId, publicKey } = await openIdentity({ datastore, random })

    expect(publicKey).toEqual(bytesOf(ed25519.publicKeyProtobufHex))
    expect(formatPeerId(peerId)).toBe(ed25519.peerIdBase58)
    expect(await datastore.get(keyOf('keys/self'))).toEqual(bytesOf(ed25519.privateKeyProtobufHex))
  })

  it('is the same at the next start', async () => {
    const datastore = memoryDatastore()
    const random = seededRandom(7)

    const first = await openIdentity({ datastore, random })
    const second = await openIdentity({ datastore, random })

    expect(second).toEqual(first)
  })

  it('is one for two processes that start together', async () => {
    const datastore = memoryDatastore()
    const random = seededRandom(7)

    const [first, second] = await Promise.all([
      openIdentity({ datastore, random }),
      openIdentity({ datastore, random }),
    ])

    expect(second).toEqual(first)
  })

  it('rejects with corrupt when what is stored is no key', async () => {
    const datastore = memoryDatastore()
    await datastore.batch([{ type: 'put', key: keyOf('keys/self'), value: Uint8Array.of(1, 2, 3) }])

    await expect(openIdentity({ datastore, random: seededRandom(7) })).rejects.toMatchObject({
      code: 'corrupt',
    })
  })
})
