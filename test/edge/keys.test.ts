import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claimDataFolder } from '../../edge/local/data-claim.ts'
import { withKey } from '../../edge/local/key-file.ts'
import { readSettings } from '../../edge/local/settings.ts'
import { formatAuthorizations } from '../../src/access/authorizations.ts'
import keyFixtures from '../fixtures/keys/keys.json' with { type: 'json' }
import { AUTHORIZATIONS, headersOf } from '../requests/access-matrix.ts'
import { file, form } from '../requests/form.ts'
import { runStarter, temporaryFolder } from './run-starter.ts'

const SECRETS = headersOf(
  { stance: 'loopback', host: 'loopback address', caller: 'program', token: 'secrets', path: '' },
  '',
)
const KEY_FILE = 'key-encryption-key'

const OTHER_KEY = `${'A'.repeat(43)}=`

/** A private key that is public, in the network's form. */
const RSA = new Uint8Array(
  Buffer.from(
    keyFixtures.reference.find(({ file }) => file.includes('rsa2048'))?.privateKeyProtobufHex ?? '',
    'hex',
  ),
)

async function start(dataFolder: string, environment: Readonly<Record<string, string>> = {}) {
  const API_AUTHORIZATIONS = formatAuthorizations(AUTHORIZATIONS)
  const { url, kill, ended } = await runStarter({
    dataFolder,
    environment: { API_AUTHORIZATIONS, ...environment },
  })
  const call = async (path: string, init: RequestInit = {}) =>
    fetch(new URL(`/api/v0/${path}`, url), { method: 'POST', ...init })
  return {
    call,
    json: async (path: string, init: RequestInit = {}) => (await call(path, init)).json(),
    sign: async (key: string) => (await call(`key/sign?key=${key}`, form(file('data', 'hello')))).json(),
    stop: async () => {
      kill('SIGTERM')
      expect(await ended).toBe(0)
    },
  }
}

/** A node with other keys than its own: three starts, each of which shows more than one fact. */
it('npm start keeps keys and a rotated identity, and serves without the key of its keys', async () => {
  const dataFolder = temporaryFolder()
  const keyFile = join(dataFolder, KEY_FILE)
  const first = await start(dataFolder)
  expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  const { Id } = await first.json('key/import?arg=rsa', form(file('rsa', RSA)))
  await first.json('key/gen?arg=ed25519')
  const signed = await first.sign('ed25519')
  const exported = await first.call('key/export?arg=rsa', { headers: SECRETS })
  expect(new Uint8Array(await exported.arrayBuffer())).toEqual(RSA)
  expect((await first.call('key/rotate?oldkey=old', { headers: SECRETS })).status).toBe(200)
  const { ID } = await first.json('id')
  const keys = await first.json('key/list')
  await first.stop()
  const lost = readFileSync(keyFile, 'utf8').trim()

  writeFileSync(keyFile, OTHER_KEY)
  const second = await start(dataFolder)
  expect(await second.json('key/list')).toEqual(keys)
  expect((await second.sign('ed25519')).Message).toMatch(
    /^Cannot use secret of this node: .*KEY_ENCRYPTION_KEY/,
  )
  expect((await second.call('add', form(file('a', 'a')))).status).toBe(200)
  await second.stop()

  const third = await start(dataFolder, { KEY_ENCRYPTION_KEY: lost })
  expect(await third.json('key/list')).toEqual(keys)
  expect(keys.Keys.map(({ Name }: { Name: string }) => Name)).toEqual(['self', 'ed25519', 'old', 'rsa'])
  expect((await third.json('id')).ID).toBe(ID)
  expect(await third.sign('ed25519')).toEqual(signed)
  expect((await third.sign('rsa')).Key.Id).toBe(Id)
  expect((await third.sign('old')).Signature).toMatch(/^u/)
})

it('npm start refuses a key file that contains no key, in one line, and leaves it', async () => {
  const dataFolder = temporaryFolder()
  const keyFile = join(dataFolder, KEY_FILE)
  writeFileSync(keyFile, 'short\n')

  const starter = await runStarter({ dataFolder })

  expect(await starter.ended).toBe(1)
  expect(starter.lines).toEqual([])
  const [line = '', ...others] = starter.complaints().split('\n')
  expect(line).toContain(`Cannot use key file "${keyFile}": not 32 bytes in base64.`)
  expect(others).toEqual([''])
  expect(readFileSync(keyFile, 'utf8')).toBe('short\n')
  await expect(claimDataFolder(dataFolder)).resolves.toBeDefined()
})

it('npm start makes no key in a data folder that another process uses', async () => {
  const dataFolder = temporaryFolder()
  await claimDataFolder(dataFolder)

  const starter = await runStarter({ dataFolder })

  expect(await starter.ended).toBe(1)
  expect(starter.complaints()).toBe(
    `Cannot use data folder "${dataFolder}": in use by process ${process.pid}\n`,
  )
  expect(existsSync(join(dataFolder, KEY_FILE))).toBe(false)
})

describe('withKey()', () => {
  it('makes the key of a data folder once, and reads it from then on', () => {
    const settings = { ...readSettings({}), dataFolder: temporaryFolder() }
    const keyFile = join(settings.dataFolder, KEY_FILE)

    const made = withKey(settings)
    expect(withKey(settings)).toEqual(made)
    expect(readFileSync(keyFile, 'utf8')).toBe(`${made.variables.KEY_ENCRYPTION_KEY}\n`)
    rmSync(keyFile)
    expect(withKey(settings)).not.toEqual(made)
    writeFileSync(keyFile, '')
    expect(withKey(settings).variables.KEY_ENCRYPTION_KEY).toMatch(/^[\w+/]{43}=$/)
  })

  it('leaves one that the owner has set', () => {
    const settings = {
      ...readSettings({ KEY_ENCRYPTION_KEY: OTHER_KEY }),
      dataFolder: '/proc/tidepool',
    }

    expect(withKey(settings)).toEqual(settings)
  })
})
