import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { anEvent, calendar } from '../requests/calendar.ts'
import { file, form } from '../requests/form.ts'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

async function put(content: string, query = '?format=raw'): Promise<string> {
  const response = await send(`/api/v0/block/put${query}`, form(file('data', content)))
  const { Key } = (await response.json()) as { Key: string }
  return Key
}

async function lines(response: Response): Promise<unknown[]> {
  const text = await response.text()
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
}

const ABSENT = 'bafkreihkthe4dtqxtb3eqqu4xgypv52i6yw4a3rzmqbfsj5xzhqitc47xi'

describe('POST /api/v0/block/rm', () => {
  it('removes blocks and tells what could not be removed, with status 200', async () => {
    const key = await put('removed by block/rm')

    const response = await post(`block/rm?arg=${key}&arg=${ABSENT}`)

    expect(response.status).toBe(200)
    expect(await lines(response)).toEqual([
      { Hash: key },
      { Hash: ABSENT, Error: `ipld: could not find ${ABSENT}` },
    ])
    expect((await post(`block/stat?arg=${key}`)).status).toBe(500)
  })

  it('refuses blocks of a picture of the calendar, with force too', async () => {
    const png = atob(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    )
    // With an end of its own: another suite pins the same picture.
    const bytes = Uint8Array.from(`${png}block/rm`, (character) => character.charCodeAt(0))
    const { Hash } = await (
      await send('/api/v0/add?pin=false&cid-version=1', form(file('a.png', bytes)))
    ).json()
    const { origin } = new URL((await calendar('/')).body._links.up[0].href)
    const made = await calendar('/events', { body: anEvent({ image: `${origin}/ipfs/${Hash}` }) })
    const cid = new URL(made.body.image.url).pathname.split('/').at(-1) ?? ''

    const answers = await lines(await post(`block/rm?arg=${cid}&force=true`))

    expect(made.status).toBe(201)
    expect(answers).toEqual([{ Hash: cid, Error: 'in use by the calendar' }])
    expect((await post(`block/stat?arg=${cid}`)).status).toBe(200)
  })

  it('counts an absent block as removed with force', async () => {
    const response = await post(`block/rm?arg=${ABSENT}&force=true`)

    expect(await lines(response)).toEqual([{ Hash: ABSENT }])
  })

  it('tells only of failures with quiet', async () => {
    const key = await put('removed quietly')

    expect(await lines(await post(`block/rm?arg=${key}&quiet=true`))).toEqual([])
    expect(await lines(await post(`block/rm?arg=${key}&quiet=true`))).toEqual([
      { Hash: key, Error: `ipld: could not find ${key}` },
    ])
  })

  it('keeps what is pinned, by whichever CID it is named', async () => {
    const recursive = await put('kept recursively', '?format=raw&pin=true')
    const direct = await put('kept directly')
    await post(`pin/add?arg=${direct}&recursive=false`)
    const plain = await put('kept recursively', '')

    const response = await post(`block/rm?arg=${recursive}&arg=${direct}&arg=${plain}`)

    expect(await lines(response)).toEqual([
      { Hash: recursive, Error: 'pinned: recursive' },
      { Hash: direct, Error: 'pinned: direct' },
      { Hash: plain, Error: 'pinned: recursive' },
    ])
  })

  it('stops at a path that is none, after what came before', async () => {
    const key = await put('removed before a bad path')

    const late = await lines(await post(`block/rm?arg=${key}&arg=nonsense&arg=${ABSENT}`))
    const early = await post('block/rm?arg=nonsense')

    expect(late).toEqual([
      { Hash: key },
      { Message: expect.stringMatching(/^invalid path "nonsense": /), Code: 0, Type: 'error' },
    ])
    expect(early.status).toBe(500)
  })

  it('writes a sentence a block for encoding=text', async () => {
    const key = await put('removed with words')

    const response = await post(`block/rm?arg=${key}&arg=${ABSENT}&encoding=text`)

    expect(await response.text()).toBe(
      `removed ${key}\ncannot remove ${ABSENT}: ipld: could not find ${ABSENT}\n`,
    )
  })
})
