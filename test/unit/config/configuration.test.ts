import { describe, expect, it } from 'vitest'
import { createConfiguration } from '../../../src/config/configuration.ts'
import type { ConfigValue } from '../../../src/config/document/config-value.ts'
import { valueAt } from '../../../src/config/document/document-path.ts'
import { DOCUMENT_ROW } from '../../../src/config/document/document-row.ts'
import { knownSettings } from '../../../src/config/document/known-settings.ts'
import { startConfig } from '../../../src/config/start-config.ts'
import { openIdentity } from '../../../src/keys/identity.ts'
import { createSecrets } from '../../../src/keys/secrets.ts'
import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { memoryHostKey } from '../../../src/memory/memory-host-key.ts'
import { memoryLogger } from '../../../src/memory/memory-logger.ts'
import { seededRandom } from '../../../src/memory/seeded-random.ts'

const SECRET = 'TOP-SECRET-MARKER'

async function storage() {
  const datastore = memoryDatastore()
  const random = seededRandom(1)
  const logger = memoryLogger()
  const secrets = createSecrets({ hostKey: memoryHostKey(new Uint8Array(32)), random })
  const identity = await openIdentity({ datastore, random, secrets, logger })
  const under = (environment: Record<string, string>) =>
    createConfiguration({ datastore, identity, logger, environment })
  const start = (environment: Record<string, string> = {}, startLogger = memoryLogger()) =>
    startConfig({ datastore, environment, logger: startLogger })
  return { datastore, logger, under, start }
}

describe('a stored setting', () => {
  it('has its effect at the next start, and the log names it before', async () => {
    const { under, start, logger } = await storage()

    await under({}).set('Ledger.BatchSeconds', 5)
    await under({}).set('Ledger.Retention', '18446744073709551615')
    await under({}).set('Blocks.HealHosts', ['a.example', '127.0.0.1:8080'])

    expect(await start()).toMatchObject({
      anchoring: { batchAgeMs: 5_000 },
      ledger: { retention: 0xffff_ffff_ffff_ffffn },
      blocks: { healGateways: ['https://a.example', 'http://127.0.0.1:8080'], verifyReads: 'all' },
    })
    expect(logger.lines[0]).toMatchObject({ scope: 'config', fields: { settings: ['Ledger.BatchSeconds'] } })
  })

  it('gives way to the variable, which is shown in its place and cannot be changed', async () => {
    const { under, start } = await storage()
    await under({}).set('Audit.Hosts', ['stored.example'])
    const environment = { AUDIT_HOSTS: 'named.example' }

    expect((await start(environment)).audit.hosts).toEqual(['named.example'])
    expect(await under(environment).get('Audit.Hosts')).toEqual(['named.example'])
    expect(under(environment).heldByEnvironment).toEqual({ 'Audit.Hosts': 'AUDIT_HOSTS' })
    await expect(under(environment).set('Audit.Hosts', 'a.example')).rejects.toThrow(
      'cannot change Audit.Hosts: AUDIT_HOSTS of the environment sets it',
    )
  })

  it('is the same alone and in the whole document, for every setting', async () => {
    const { under } = await storage()
    await under({}).set('Swarm.ConnMgr.HighWater', 7)
    await under({}).set('Own.Key', 1)
    const configuration = under({ AUDIT_HOSTS: 'named.example' })
    const document = await configuration.show()

    for (const { name } of knownSettings({})) {
      expect(await configuration.get(name), name).toEqual(valueAt(document, name))
    }
    expect(await configuration.get('Swarm.ConnMgr')).toMatchObject({ HighWater: 7 })
  })

  it('has the type of its default, or is a text, for every setting', () => {
    const settings = knownSettings({})
    const others = [{}, [{}], [1], [[]], Number.NaN, -0.5]

    for (const { name, default: unset, onlyBy, check } of settings) {
      const refused = [...others, ...(unset === null ? [] : otherTypes(unset))]
      for (const value of onlyBy === undefined ? refused : []) {
        expect(() => check(value), `${name}: ${JSON.stringify(value)}`).toThrow(name)
      }
    }
    expect(settings.length).toBeGreaterThan(50)
  })

  it('is kept while a variable hides it', async () => {
    const { under } = await storage()
    await under({}).set('Audit.Hosts', ['stored.example'])

    await under({ AUDIT_HOSTS: 'named.example' }).set('Own.Key', 1)

    expect(await under({}).get('Audit.Hosts')).toEqual(['stored.example'])
  })
})

function otherTypes(value: ConfigValue): readonly ConfigValue[] {
  return [true, [], ['x'], -1].filter(
    (other) => typeof other !== typeof value || Array.isArray(other) !== Array.isArray(value),
  )
}

describe('nesting of the document', () => {
  const pathOf = (keys: number) => Array(keys).fill('d').join('.')
  const listOf = (levels: number): ConfigValue => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

  it.each([
    [pathOf(64), 1],
    [pathOf(32), listOf(32)],
  ])('is stored up to 64 levels, number %#', async (path, value) => {
    const { under, start } = await storage()

    await under({}).set(path, value)

    expect(await under({}).get(path)).toEqual(value)
    await expect(start()).resolves.toBeDefined()
  })

  it.each([
    [pathOf(65), 1, 'has over 64 keys'],
    [pathOf(20_000), 1, 'has over 64 keys'],
    [pathOf(32), listOf(33), 'over 64 levels deep'],
    [pathOf(64), listOf(64), 'over 64 levels deep'],
  ])('is refused beyond, which changes nothing, number %#', async (path, value, reason) => {
    const { under, start } = await storage()
    await under({}).set('Own.Key', 1)
    const before = await under({}).show()

    await expect(under({}).set(path, value)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining(reason),
    })

    expect(await under({}).show()).toEqual(before)
    await expect(start()).resolves.toBeDefined()
  })
})

describe.each([
  ['no JSON', '{'],
  ['no object', '[]'],
  ['nested too deeply', '{"d":'.repeat(65) + 1 + '}'.repeat(65)],
])('a stored document that is %s', (_, row) => {
  async function damaged() {
    const opened = await storage()
    await opened.datastore.batch([{ type: 'put', key: DOCUMENT_ROW, value: new TextEncoder().encode(row) }])
    return opened
  }

  it('leaves the node its defaults, and the log says so', async () => {
    const { under, start } = await damaged()
    const startLogger = memoryLogger()

    expect(await start({ AUDIT_HOSTS: 'a.example' }, startLogger)).toMatchObject({
      audit: { hosts: ['a.example'] },
      blocks: { verifyReads: 'all' },
    })
    expect(startLogger.lines).toMatchObject([{ level: 'warn', scope: 'config' }])
    expect(await under({}).get('Routing.Type')).toBe('dht')
  })

  it('changes only by a replacement', async () => {
    const { under, start } = await damaged()

    await expect(under({}).set('Own.Key', 1)).rejects.toMatchObject({ code: 'corrupt' })
    await under({}).replace({ Own: { Key: 2 } })
    await under({}).set('Own.Other', 3)

    expect(await under({}).get('Own')).toEqual({ Key: 2, Other: 3 })
    await expect(start()).resolves.toBeDefined()
  })
})

describe('a stored document of another build', () => {
  async function storedAs(row: ConfigValue) {
    const opened = await storage()
    const value = new TextEncoder().encode(JSON.stringify(row))
    await opened.datastore.batch([{ type: 'put', key: DOCUMENT_ROW, value }])
    return opened
  }

  it.each<Readonly<Record<string, ConfigValue>>>([
    { Ledger: 'x' },
    { Swarm: { ConnMgr: [1] } },
    { Identity: 5 },
  ])('with a value in the place of a section, %j, is shown and changed without it', async (row) => {
    const { under, start } = await storedAs({ ...row, Own: { Key: 1 } })
    const plain = await storedAs({ Own: { Key: 1 } })

    expect(await under({}).show()).toEqual(await plain.under({}).show())
    await expect(start()).resolves.toBeDefined()
    await under({}).set('Ledger.BatchCommits', 8)
    expect(await under({}).get('Ledger.BatchCommits')).toBe(8)
    await under({}).replace({ Own: { Key: 2 } })
    expect(await under({}).get('Own')).toEqual({ Key: 2 })
  })

  it('with a setting of the ledger that this build cannot read starts with the default, and the log says so', async () => {
    const { start } = await storedAs({ Ledger: { BatchCommits: 5000, KeepRoots: 'x', BatchSeconds: 5 } })
    const startLogger = memoryLogger()

    expect(await start({ LEDGER_KEEP_ROOTS: '7' }, startLogger)).toMatchObject({
      anchoring: { batchCommits: undefined, batchAgeMs: 5_000 },
      ledger: { keepRoots: 7 },
    })
    expect(startLogger.lines).toMatchObject([{ level: 'error', scope: 'ledger' }])
  })

  it('with a prefix of addresses that this build cannot read starts only with another of the environment', async () => {
    const { start } = await storedAs({ Ledger: { AddressPrefix: 'A B' } })

    await expect(start()).rejects.toThrow('Cannot read LEDGER_ADDRESS_PREFIX "A B"')
    expect(await start({ LEDGER_ADDRESS_PREFIX: 'abc' })).toMatchObject({ ledger: { addressPrefix: 'abc' } })
  })

  it('is still refused where a caller gives a value in the place of a section', async () => {
    const { under } = await storage()

    await expect(under({}).replace({ Ledger: 'x' })).rejects.toThrow('Ledger key is not a map')
  })
})

describe('secrets of the environment', () => {
  it('are nowhere in the document', async () => {
    const { under } = await storage()
    const configuration = under({
      KEY_ENCRYPTION_KEY: SECRET,
      API_AUTHORIZATIONS: SECRET,
      CALENDAR_USERS: SECRET,
    })

    expect(JSON.stringify(await configuration.show())).not.toContain(SECRET)
    for (const path of ['Keys.EncryptionKey', 'API.Authorizations', 'calendar.users']) {
      await expect(configuration.get(path)).rejects.toThrow('cannot show or change')
    }
  })
})
