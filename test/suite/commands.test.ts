import { describe, expect, it } from 'vitest'
import { send } from '#host'
import endpoints from '../fixtures/rpc/endpoints.json' with { type: 'json' }

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

describe('POST /api/v0/commands', () => {
  it('answers 200 with the tree of all commands', async () => {
    const response = await post('commands')

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      Name: 'ipfs',
      Subcommands: expect.arrayContaining([
        {
          Name: 'commands',
          Subcommands: [expect.objectContaining({ Name: 'completion' })],
          Options: [{ Names: ['flags', 'f'] }],
        },
      ]),
      Options: expect.arrayContaining([{ Names: ['encoding', 'enc'] }]),
    })
  })

  it('answers one line for each command in text', async () => {
    const response = await post('commands?encoding=text')

    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
    expect((await response.text()).split('\n')).toEqual(
      expect.arrayContaining(['ipfs', 'ipfs commands', 'ipfs pin remote service add']),
    )
  })
})

describe('POST /api/v0/commands?flags=true', () => {
  it.each(['flags=true', 'f'])('tells the options of each command too: %s', async (query) => {
    const text = await (await post(`commands?${query}&encoding=text`)).text()

    expect(text.split('\n')).toEqual(
      expect.arrayContaining(['ipfs commands', 'ipfs commands --flags / ipfs commands -f']),
    )
    expect(await (await post('commands?encoding=text')).text()).not.toContain('--flags')
  })
})

/** They give away or replace the keys of the node. */
const SECRET = ['key/export', 'key/rotate']

describe('POST to a path of the document', () => {
  it.each(SECRET)('/%s is refused without a token', async (path) => {
    expect((await post(`${path}?timeout=0&timeout=0`)).status).toBe(403)
  })

  it.each(endpoints.map(({ path }) => path).filter((path) => !SECRET.includes(path)))(
    '/%s leads to its command',
    async (path) => {
      const response = await post(`${path}?timeout=0&timeout=0`)

      expect(response.status).toBe(400)
      expect(await response.text()).toBe('expected key timeout to have only a single value, received [0 0]\n')
    },
  )
})
