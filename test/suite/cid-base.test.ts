import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import { directory, file, form } from '../requests/form.ts'

/** Of `cid-base test\n`, in the forms of version 0, and of version 1 in base32 and base16. */
let v0 = ''
let base32 = ''
let base16 = ''

beforeAll(async () => {
  const cidOf = async (query: string) =>
    JSON.parse(await answer(`add?${query}`, form(file('', 'cid-base test\n')))).Hash
  v0 = await cidOf('cid-version=0')
  base32 = await cidOf('cid-version=0&cid-base=base32')
  base16 = await cidOf('cid-version=0&cid-base=f')
})

async function answer(target: string, init: RequestInit = { method: 'POST' }): Promise<string> {
  const response = await send(`/api/v0/${target}`, init)
  expect([target, response.status]).toEqual([target, 200])
  return response.text()
}

describe('cid-base', () => {
  it('prints a CID of version 0 as version 1 in the base, by name and by letter', () => {
    expect([v0.slice(0, 2), base32.slice(0, 5), base16.slice(0, 9)]).toEqual(['Qm', 'bafyb', 'f01701220'])
  })

  it.each(['pin/ls?type=recursive&', 'pin/add?', 'resolve?', 'block/stat?', 'pin/rm?', 'block/rm?'])(
    'changes what %s prints',
    async (command) => {
      await answer(`add?pin=${command !== 'block/rm?'}`, form(file('', 'cid-base test\n')))
      const text = await answer(`${command}arg=${v0}&cid-base=f`)

      expect(text).toContain(base16)
      expect(text).not.toContain(v0)
    },
  )

  it('keeps CIDs of version 0 in base58btc, which is their own', async () => {
    const hello = form(file('', 'cid-base test\n'))

    expect(JSON.parse(await answer('add?cid-base=base58btc', hello)).Hash).toBe(v0)
    expect(await answer(`resolve?arg=/ipfs/${v0}&cid-base=z`)).toBe(`{"Path":"/ipfs/${v0}"}\n`)
    expect(await answer(`resolve?arg=${base32}&cid-base=base58btc`)).toContain('/ipfs/zdj7W')
    expect(await answer(`resolve?arg=${v0}&cid-base=z&upgrade-cidv0-in-output=true`)).toContain('/ipfs/zdj7W')
  })

  it('prints keys of put blocks in the base', async () => {
    expect(await answer('block/put?cid-base=f', form(file('', 'cid-base, a block')))).toMatch(
      /"Key":"f01701220/,
    )
  })

  it('leaves what dag/resolve prints alone', async () => {
    const text = await answer(`dag/resolve?arg=${v0}&cid-base=f`)

    expect(text).toContain(v0)
    expect(text).not.toContain(base16)
  })

  it('leaves file/ls and refs/local alone', async () => {
    const wrapped = await answer('add?cid-version=0', form(directory('cid-base'), file('cid-base/a', 'b')))
    const root = JSON.parse(wrapped.trim().split('\n').at(-1) ?? '').Hash

    for (const text of [
      await answer(`file/ls?arg=${root}&cid-base=f`),
      await answer('refs/local?cid-base=f'),
    ])
      expect(text).not.toMatch(/"f01/)
  })

  it('keeps version 0 where upgrading is declined', async () => {
    expect(await answer(`resolve?arg=${v0}&cid-base=f&upgrade-cidv0-in-output=false`)).toContain(v0)
  })
})

describe('a path that spells its CID in another base', () => {
  it('keeps that base in resolve', async () => {
    expect(JSON.parse(await answer(`resolve?arg=/ipfs/${base16}`))).toEqual({ Path: `/ipfs/${base16}` })
  })
})
