import { afterAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { file, form } from '../requests/form.ts'

const post = (path: string, init = {}) => send(`/api/v0/${path}`, { method: 'POST', ...init })
const failed = (message: string) => [500, { Message: message, Code: 0, Type: 'error' }]

async function answer(path: string, init = {}): Promise<unknown[]> {
  const response = await post(path, init)
  const text = await response.text()
  return [response.status, text === '' ? '' : JSON.parse(text)]
}

const show = async () => (await post('config/show')).json()
const replace = (document: string | Uint8Array) => answer('config/replace', form(file('', document)))

afterAll(async () => {
  await replace('{}')
})

describe('POST /api/v0/config/replace with bytes that are not the text that they seem to be', () => {
  it.each([
    ['a byte order mark', '\uFEFF{"Own":1}'],
    ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
  ])('refuses %s, and changes nothing', async (_, document) => {
    const before = await show()

    expect(await replace(document)).toEqual(failed('failed to decode file as config'))
    expect(await show()).toEqual(before)
  })
})

describe('numbers of settings', () => {
  const set = (json: string) => answer(`config?arg=Own.Number&json=true&arg=${encodeURIComponent(json)}`)

  it.each([
    ['18446744073709551615', '18446744073709551615'],
    ['9007199254740993', '9007199254740993'],
    ['1e400', '1e400'],
    ['[{"a":-1e-400}]', '-1e-400'],
  ])('are refused where they would be stored changed, as in %s', async (json, number) => {
    const refused = failed(
      `Cannot store number "${number}": it would be stored as another number, so give it as a text`,
    )
    const before = await show()

    expect(await set(json)).toEqual(refused)
    expect(await replace(`{"Own":{"Number":${json}}}`)).toEqual(refused)
    expect(await show()).toEqual(before)
    expect(await set(JSON.stringify(json))).toMatchObject([200, { Value: json }])
  })

  it.each(['9007199254740992', '18014398509481984', '100000000000000000000', '1e20', '-0.50'])(
    'are stored where they stay the same, such as %s',
    async (json) => {
      expect(await set(json)).toEqual([200, { Key: 'Own.Number', Value: Number(json) }])
      expect(await answer('config?arg=Own.Number')).toMatchObject([200, { Value: Number(json) }])
    },
  )
})

describe('settings that are valid only alone', () => {
  const failure = 'CIDv0 only supports sha2-256'

  it('are refused together: a hash function that version 0 of CIDs does not have', async () => {
    await replace('{"Import":{"CidVersion":0}}')
    const before = await show()

    expect(await answer('config?arg=Import.HashFunction&arg=blake3')).toEqual(
      failed(`failed to set config value: ${failure}`),
    )
    expect(await replace('{"Import":{"CidVersion":0,"HashFunction":"blake3"}}')).toEqual(failed(failure))
    expect(await show()).toEqual(before)
    expect(await replace('{"Import":{"CidVersion":1,"HashFunction":"blake3"}}')).toEqual([200, ''])
    expect(await answer('config?arg=Import.CidVersion&arg=0')).toEqual(
      failed(`failed to set config value: ${failure}`),
    )
    expect(await answer('config?arg=Import.CidVersion&arg=null&json=true')).toMatchObject([
      200,
      { Value: null },
    ])
  })
})

describe('ranges of addresses', () => {
  const wrong = ['10.0.0.0/8', '/ip4/10.0.0.0/8', '/ip4/10.0.0/ipcidr/8', '/ip4/10.0.0.0/ipcidr/33', '']
  const right = ['/ip4/10.0.0.0/ipcidr/8', '/ip6/fc00::/ipcidr/7']
  const set = (name: string, list: readonly string[]) =>
    answer(
      `config?${new URLSearchParams({ arg: name, json: 'true' })}&arg=${encodeURIComponent(JSON.stringify(list))}`,
    )

  it.each(['Swarm.AddrFilters', 'Addresses.NoAnnounce'])('of %s are checked', async (name) => {
    const before = await show()

    for (const range of wrong) {
      expect(await set(name, [...right, range])).toMatchObject([
        500,
        { Message: expect.stringContaining(name) },
      ])
    }
    expect(await show()).toEqual(before)
    expect(await set(name, right)).toEqual([200, { Key: name, Value: right }])
  })

  it('may be addresses where those are withheld', async () => {
    const addresses = ['/ip4/10.0.0.1/tcp/4001', '/dns4/a.example/tcp/443/tls/ws']

    expect(await set('Addresses.NoAnnounce', addresses)).toMatchObject([200, { Value: addresses }])
    expect(await set('Swarm.AddrFilters', addresses)).toMatchObject([500, { Code: 0 }])
  })
})
