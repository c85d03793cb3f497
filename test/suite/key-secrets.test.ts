import { describe, expect, it } from 'vitest'
import { send } from '#host'
import keys from '../fixtures/keys/keys.json' with { type: 'json' }
import { headersOf } from '../requests/access-matrix.ts'
import { file, form } from '../requests/form.ts'
import { toHex } from '../requests/hex.ts'
import { callKeys, errorOf, failure, listKeys, removeKeysAtEnd } from '../requests/keys.ts'

const PREFIX = 'key-secrets '
removeKeysAtEnd(PREFIX)

const headers = headersOf(
  { stance: 'loopback', host: 'loopback address', caller: 'program', token: 'secrets', path: '' },
  '',
)
const PEM = { format: 'pem-pkcs8-cleartext' }

async function imported({ file: path, pem }: (typeof keys.reference)[number]): Promise<string> {
  const arg = PREFIX + path
  const any = { 'allow-any-key-type': 'true' }
  await callKeys('key/import', { arg, ...PEM, ...any }, form(file('key', pem)))
  return arg
}

const exported = (query: Readonly<Record<string, string>>) => callKeys('key/export', query, { headers })

describe('POST /api/v0/key/export', () => {
  it.each(keys.reference)('gives $file as the reference does, as protobuf and as PEM', async (vector) => {
    const arg = await imported(vector)

    const response = await exported({ arg })

    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(toHex(bytes)).toBe(vector.privateKeyProtobufHex)
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength))
    expect(await (await exported({ arg, ...PEM })).text()).toBe(vector.pem)
  })

  it('encrypts a PEM with a password, which imports it again', async () => {
    const [ed25519] = keys.reference
    if (!ed25519) throw new Error('the fixture has moved')
    const arg = await imported(ed25519)

    const pem = await (await exported({ arg, ...PEM, password: 'tide' })).text()

    expect(pem).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/)
    const query = { arg: `${arg} again`, ...PEM, password: 'tide' }
    expect(await (await callKeys('key/import', query, form(file('key', pem)))).json()).toMatchObject({
      Id: ed25519.name,
    })
  })

  it.each([
    [{ arg: 'self' }, "cannot export key with name 'self'"],
    [{ arg: `${PREFIX}nope` }, `key with name '${PREFIX}nope' doesn't exist`],
    [{ arg: `${PREFIX}nope`, format: 'nope' }, 'unrecognized export format: nope'],
    [{ arg: `${PREFIX}nope`, password: 'tide' }, 'password is for format=pem-pkcs8-cleartext'],
  ])('refuses %j', async (query, message) => {
    expect(await errorOf(exported(query))).toEqual(failure(message))
  })
})

describe('POST /api/v0/key/rotate', () => {
  it('answers nothing, shows the new peer, and keeps the old key under the name', async () => {
    const idOf = async () => (await (await callKeys('id')).json()) as { ID: string; PublicKey: string }
    const before = await idOf()

    const oldkey = `${PREFIX}old`
    const response = await callKeys('key/rotate', { oldkey }, { headers })

    expect([response.status, await response.text()]).toEqual([200, ''])
    const after = await idOf()
    expect(after.ID).not.toBe(before.ID)
    expect(after.PublicKey).not.toBe(before.PublicKey)
    const listed = await listKeys({ 'ipns-base': 'b58mh' })
    expect(listed[0]).toEqual({ Name: 'self', Id: after.ID })
    expect(listed).toContainEqual({ Name: oldkey, Id: before.ID })
  })

  it('changes nothing without a name that is free', async () => {
    const { ID } = (await (await callKeys('id')).json()) as { ID: string }

    for (const [oldkey, message] of [
      ['', 'keystore name for backing up old key must be provided'],
      ['self', "keystore name for back up cannot be named 'self'"],
    ] as const) {
      expect(await errorOf(callKeys('key/rotate', { oldkey }, { headers }))).toEqual(failure(message))
    }
    expect(await (await send('/api/v0/id', { method: 'POST' })).json()).toMatchObject({ ID })
  })
})
