import { expect, it } from 'vitest'
import { createKeys } from '../../../src/keys/create-keys.ts'
import { openIdentity } from '../../../src/keys/identity.ts'
import { createSecrets } from '../../../src/keys/secrets.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { memoryHostKey } from '../../../src/memory/memory-host-key.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'
import { interceptedStorage } from '../intercepted-storage.ts'

const [random, logger] = [seededRandom(3), memoryLogger()]
const secrets = createSecrets({ hostKey: memoryHostKey(new Uint8Array(32)), random })

async function opened(datastore = memoryDatastore()) {
  const identity = await openIdentity({ datastore, random, secrets, logger })
  return { keys: createKeys({ datastore, random, secrets, logger }), identity }
}

it('restores all keys or none when the process is killed at any storage call', async () => {
  const { keys: source, identity } = await opened()
  for (const name of ['a', 'b']) await source.create(name, { type: 'ed25519' })
  const all = await Promise.all(
    ['self', 'a', 'b'].map(async (name) => [name, await source.open(name)] as const),
  )
  const restored = { keys: new Map(all), firstPublicKey: identity.firstPublicKey }

  for (let calls = 0; ; calls += 1) {
    const datastore = memoryDatastore()
    const { identity: own } = await opened(datastore)
    let left = calls
    const before = () => {
      if (left <= 0) throw new Error('killed')
      left -= 1
    }
    const held = interceptedStorage({ blockstore: memoryBlockstore(), datastore }, before).datastore
    const outcome = await createKeys({ datastore: held, random, secrets, logger })
      .restore(restored)
      .catch((error: Error) => error)

    const { keys, identity: after } = await opened(datastore)
    const names = (await keys.list()).map(({ name }) => name)
    if (outcome instanceof Error) {
      expect(names).toEqual(['self'])
      expect(after.firstPublicKey).toEqual(own.publicKey)
      continue
    }
    expect(names).toEqual(['self', 'a', 'b', expect.stringContaining('self-before-')])
    expect(after.publicKey).toEqual(identity.publicKey)
    expect(after.firstPublicKey).toEqual(identity.firstPublicKey)
    expect(calls).toBeGreaterThan(3)
    break
  }
})

it('replaces the keys of this node that its host cannot decrypt any more', async () => {
  const datastore = memoryDatastore()
  const { keys: before } = await opened(datastore)
  await before.create('lost', { type: 'ed25519' })
  const other = createSecrets({ hostKey: memoryHostKey(new Uint8Array(32).fill(1)), random })
  const keys = createKeys({ datastore, random, secrets: other, logger })
  await keys.create('new', { type: 'ed25519' })
  const restored = {
    keys: new Map([
      ['self', await before.open('self')],
      ['lost', await before.open('lost')],
      ['new', await keys.open('new')],
    ]),
  }
  const listed = await keys.list()

  const first = await keys.restore(restored)
  const second = await keys.restore(restored)

  expect(first).toEqual({ rows: 2, held: 1 })
  expect(second).toEqual({ rows: 0, held: 3 })
  expect(await keys.list()).toEqual(listed)
  for (const [name, { message }] of restored.keys) expect((await keys.open(name)).message).toEqual(message)
})

it('refuses keys that the host cannot decrypt when it has no encryption key, and changes nothing', async () => {
  const datastore = memoryDatastore()
  const { keys: before } = await opened(datastore)
  const restored = { keys: new Map([['self', await before.open('self')]]) }
  const keys = createKeys({ datastore, random, secrets: createSecrets({ random }), logger })

  await expect(keys.restore(restored)).rejects.toMatchObject({ code: 'unavailable' })

  expect((await before.open('self')).message).toEqual(restored.keys.get('self')?.message)
})
