import { describe, expect, it } from 'vitest'
import { createSecrets } from '../../../../src/keys/secrets.ts'
import { memoryDatastore } from '../../../../src/memory/memory-datastore.ts'
import { memoryHostKey } from '../../../../src/memory/memory-host-key.ts'
import { seededRandom } from '../../../../src/memory/seeded-random.ts'
import { createPinningServices } from '../../../../src/pins/remote/pinning-services.ts'

const SERVICE = { name: 'a', endpoint: 'https://pins.example.org', key: 'secret of mine' }

describe('createPinningServices()', () => {
  it('stores no key in the clear, and opens it again', async () => {
    const datastore = memoryDatastore()
    const services = createPinningServices({ datastore, secrets: secretsOf(1) })

    await services.add(SERVICE)

    let stored = ''
    for await (const [key, value] of datastore.range({}))
      stored += new TextDecoder('latin1').decode(key) + new TextDecoder('latin1').decode(value)
    expect(stored).toContain(SERVICE.endpoint)
    expect(stored).not.toContain(SERVICE.key)
    expect(await services.open('a')).toEqual(SERVICE)
  })

  it('opens no service with another host key, and still lists and removes it', async () => {
    const datastore = memoryDatastore()
    await createPinningServices({ datastore, secrets: secretsOf(1) }).add(SERVICE)
    const services = createPinningServices({ datastore, secrets: secretsOf(2) })

    await expect(services.open('a')).rejects.toMatchObject({ code: 'unavailable' })
    expect(await services.list()).toEqual([{ name: 'a', endpoint: SERVICE.endpoint }])
    await services.remove('a')
    expect(await services.list()).toEqual([])
  })

  it('lists and removes a service by each character of its name', async () => {
    const name = '\ufeffmarked'
    const services = createPinningServices({ datastore: memoryDatastore(), secrets: secretsOf(1) })
    await services.add({ ...SERVICE, name })

    const [listed] = await services.list()

    expect(listed).toEqual({ name, endpoint: SERVICE.endpoint })
    await services.remove(listed?.name ?? '')
    expect(await services.list()).toEqual([])
  })

  it('opens no key whose row was copied to another name', async () => {
    const datastore = memoryDatastore()
    const services = createPinningServices({ datastore, secrets: secretsOf(1) })
    await services.add(SERVICE)
    for await (const [key, value] of datastore.range({})) {
      const copied = Uint8Array.from(key)
      copied[copied.length - 1] = 'b'.charCodeAt(0)
      await datastore.batch([{ type: 'put', key: copied, value }])
    }

    await expect(services.open('b')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('keeps no service on a host without a key', async () => {
    const secrets = createSecrets({ random: seededRandom(1) })
    const services = createPinningServices({ datastore: memoryDatastore(), secrets })

    await expect(services.add(SERVICE)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await services.list()).toEqual([])
  })

  it('keeps no service that the host may not ask', async () => {
    const outbound = { refusal: () => 'its host is a local name' }
    const services = createPinningServices({ datastore: memoryDatastore(), secrets: secretsOf(1), outbound })

    await expect(services.add(SERVICE)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('adds a name once when two callers add it at the same time', async () => {
    const services = createPinningServices({ datastore: memoryDatastore(), secrets: secretsOf(1) })

    const added = await Promise.allSettled([
      services.add(SERVICE),
      services.add({ ...SERVICE, key: 'other' }),
    ])

    expect(added.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

function secretsOf(byte: number) {
  return createSecrets({ hostKey: memoryHostKey(new Uint8Array(32).fill(byte)), random: seededRandom(byte) })
}
