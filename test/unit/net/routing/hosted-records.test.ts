import { describe, expect, it } from 'vitest'
import { peerIdOfPublicKey } from '../../../../src/codec/cid/peer-id.ts'
import type { PrivateKey } from '../../../../src/keys/key-message.ts'
import { generateKey } from '../../../../src/keys/private-key.ts'
import { memoryDatastore } from '../../../../src/memory/memory-datastore.ts'
import { seededRandom } from '../../../../src/memory/seeded-random.ts'
import { signRecord } from '../../../../src/names/record/sign-record.ts'
import { createHostedRecords } from '../../../../src/net/routing/records/hosted-records.ts'

const random = seededRandom(6)
const clock = { now: () => 1_000 }
const newKey = () => generateKey('ed25519', { random })
const nameOf = ({ publicKey }: PrivateKey) => peerIdOfPublicKey(publicKey)
const record = (key: PrivateKey, sequence = 0n, endsMs = 60_000) =>
  signRecord(key, { path: '/ipfs/bafkqaaa', sequence, endsMs, ttlNs: 0n, hasV1: false })

describe('records of others', () => {
  it('give way to newer ones alone', async () => {
    const records = createHostedRecords({ datastore: memoryDatastore(), clock })
    const key = await newKey()
    const [older, newer] = [await record(key, 1n), await record(key, 2n)]
    await records.put(nameOf(key), older)
    await records.put(nameOf(key), newer)
    await records.put(nameOf(key), newer)

    await expect(records.put(nameOf(key), older)).rejects.toMatchObject({ code: 'already-exists' })
    expect(await records.get(nameOf(key))).toEqual(newer)
  })

  it('are not stored if they are not valid for the name', async () => {
    const records = createHostedRecords({ datastore: memoryDatastore(), clock })
    const [key, other] = [await newKey(), await newKey()]

    await expect(records.put(nameOf(other), await record(key))).rejects.toMatchObject({ code: 'corrupt' })
    await expect(records.put(nameOf(key), await record(key, 0n, 999))).rejects.toThrow('record is expired')
    expect(await records.get(nameOf(key))).toBeUndefined()
  })

  it('are limited in number, also after a restart: the one that was stored longest ago makes room', async () => {
    const datastore = memoryDatastore()
    const open = () => createHostedRecords({ datastore, clock, maxRecords: 2 })
    const keys = [await newKey(), await newKey(), await newKey()]
    const first = open()
    for (const key of keys) await first.put(nameOf(key), await record(key))

    const held = await Promise.all(keys.map(async (key) => (await first.get(nameOf(key))) !== undefined))
    expect(held).toEqual([false, true, true])
    const again = open()
    const late = await newKey()
    await again.put(nameOf(late), await record(late))
    const left = await Promise.all([...keys, late].map((key) => again.get(nameOf(key))))
    expect(left.filter((bytes) => bytes !== undefined)).toHaveLength(2)
  })
})
