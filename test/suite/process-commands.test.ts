import { describe, expect, it } from 'vitest'
import { host, send } from '#host'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })
const text = async (path: string) => (await post(path)).text()

it('POST /api/v0/version/deps lists the packages, this one first', async () => {
  const lines = (await text('version/deps')).trimEnd().split('\n')
  const packages: { readonly Path: string; readonly Version: string }[] = lines.map((line) =>
    JSON.parse(line),
  )

  expect(packages[0]).toEqual({ Path: 'tidepool', Version: expect.any(String), ReplacedBy: '', Sum: '' })
  expect(packages.map(({ Path }) => Path)).toContain('multiformats')
  expect(packages.slice(1)).toEqual(packages.slice(1).toSorted((a, b) => (a.Path < b.Path ? -1 : 1)))
  expect(await text('version/deps?encoding=text')).toMatch(/^tidepool@\d/)
})

it('POST /api/v0/update says which version this is, and what to do', async () => {
  const response = await post('update?arg=now')

  expect(response.status).toBe(200)
  expect(await response.text()).toMatch(
    host === 'web'
      ? /^This is tidepool \d+\.\d+\.\d+\. The server has no newer one\.\n$/
      : /^This is tidepool \d+\.\d+\.\d+\. It does not update itself: deploy or start a newer one\.\n$/,
  )
})

describe('POST /api/v0/commands/completion/…', () => {
  it.each([
    ['bash', 'complete -F _ipfs_complete ipfs\n'],
    ['zsh', 'bashcompinit'],
    ['fish', "complete -c ipfs -f -n '__fish_seen_subcommand_from block' -a get\n"],
  ])('%s gets a script', async (shell, part) => {
    const script = await text(`commands/completion/${shell}`)

    expect(script).toContain(part)
    expect(script).toContain('version')
  })
})

it('POST /api/v0/diag/profile says what shows more', async () => {
  const response = await post('diag/profile')

  expect([response.status, (await response.json()).Message]).toEqual([
    500,
    'Cannot collect profiles: this host does not profile itself; diag/sys shows what is under way',
  ])
})
