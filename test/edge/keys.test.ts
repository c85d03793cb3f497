import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { formatAuthorizations } from '../../src/access/authorizations.ts'
import { AUTHORIZATIONS, headersOf } from '../requests/access-matrix.ts'
import { file, form } from '../requests/form.ts'
import { runStarter, temporaryFolder } from './run-starter.ts'

const SECRETS = headersOf(
  { stance: 'loopback', host: 'loopback address', caller: 'program', token: 'secrets', path: '' },
  '',
)
const KEY_FILE = 'key-encryption-key'

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

it('npm start keeps keys from start to start, and a rotated identity too', async () => {
  const dataFolder = temporaryFolder()
  const first = await start(dataFolder)
  expect(statSync(join(dataFolder, KEY_FILE)).mode & 0o777).toBe(0o600)
  const { Id } = await first.json('key/gen?arg=rsa&type=rsa')
  await first.json('key/gen?arg=ed25519')
  const signed = await first.sign('ed25519')
  const exported = await first.call('key/export?arg=rsa', { headers: SECRETS })
  expect(new Uint8Array(await exported.arrayBuffer()).subarray(0, 2)).toEqual(Uint8Array.of(8, 0))
  expect((await first.call('key/rotate?oldkey=old', { headers: SECRETS })).status).toBe(200)
  const { ID } = await first.json('id')
  const keys = await first.json('key/list')
  await first.stop()

  const second = await start(dataFolder)

  expect(await second.json('key/list')).toEqual(keys)
  expect(keys.Keys.map(({ Name }: { Name: string }) => Name)).toEqual(['self', 'ed25519', 'old', 'rsa'])
  expect((await second.json('id')).ID).toBe(ID)
  expect(await second.sign('ed25519')).toEqual(signed)
  expect((await second.sign('rsa')).Key.Id).toBe(Id)
  expect((await second.sign('old')).Signature).toMatch(/^u/)
})

it('npm start serves without the key of its keys, and says so where one is used', async () => {
  const dataFolder = temporaryFolder()
  const first = await start(dataFolder)
  await first.json('key/gen?arg=a')
  const keys = await first.json('key/list')
  await first.stop()
  const lost = readFileSync(join(dataFolder, KEY_FILE), 'utf8')

  for (const [state, change] of [
    ['gone', () => rmSync(join(dataFolder, KEY_FILE))],
    ['damaged', () => writeFileSync(join(dataFolder, KEY_FILE), 'nonsense')],
  ] as const) {
    change()
    const node = await start(dataFolder)
    expect(await node.json('key/list'), state).toEqual(keys)
    expect((await node.sign('a')).Message, state).toMatch(
      /^Cannot use secret of this node: .*KEY_ENCRYPTION_KEY/,
    )
    expect((await node.call('add', form(file('a', 'a')))).status, state).toBe(200)
    await node.stop()
  }
  const again = await start(dataFolder, { KEY_ENCRYPTION_KEY: lost.trim() })
  expect((await again.sign('a')).Signature).toMatch(/^u/)
})
