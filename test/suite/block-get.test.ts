import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { file, form } from '../requests/form.ts'

const post = (path: string) => send(`/api/v0/${path}`, { method: 'POST' })

async function put(content: string | Uint8Array, query = '?format=raw'): Promise<string> {
  const response = await send(`/api/v0/block/put${query}`, form(file('data', content)))
  const { Key } = (await response.json()) as { Key: string }
  return Key
}

/** The raw CID of bytes that no test stores. */
const ABSENT = 'bafkreihkthe4dtqxtb3eqqu4xgypv52i6yw4a3rzmqbfsj5xzhqitc47xi'

describe('POST /api/v0/block/get', () => {
  it('answers the bytes and their length', async () => {
    const key = await put('bytes of block/get')

    const response = await post(`block/get?arg=${key}`)

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/vnd.ipld.raw')
    expect(response.headers.get('X-Stream-Output')).toBe('1')
    expect(await response.text()).toBe('bytes of block/get')
  })

  it('answers an empty block with an empty body', async () => {
    const key = await put('')

    const response = await post(`block/get?arg=${key}`)

    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  it('answers the same bytes by every CID of them', async () => {
    const key = await put('read by another CID', '')
    const raw = await put('read by another CID')

    expect(key).toMatch(/^Qm/)
    expect(await (await post(`block/get?arg=${raw}`)).text()).toBe('read by another CID')
    expect(await (await post(`block/get?arg=/ipfs/${key}`)).text()).toBe('read by another CID')
  })

  it('takes the CID from the path or from the body', async () => {
    const key = await put('read by other ways')

    const fromPath = await post(`block/get/${key}`)
    const fromBody = await send('/api/v0/block/get', form(file('key', `${key}\n`)))

    expect(await fromPath.text()).toBe('read by other ways')
    expect(await fromBody.text()).toBe('read by other ways')
  })

  it('answers 500 for a block that is not held, and for a path that is none', async () => {
    const absent = await post(`block/get?arg=${ABSENT}`)
    const bad = await post('block/get?arg=../..')

    expect(absent.status).toBe(500)
    expect(await absent.json()).toEqual({
      Message: `block was not found locally (offline): ipld: could not find ${ABSENT}`,
      Code: 0,
      Type: 'error',
    })
    expect(bad.status).toBe(500)
    expect(await bad.json()).toMatchObject({ Message: expect.stringMatching(/^invalid path "\.\.\/\.\.": /) })
  })

  it('answers 400 when there is no argument', async () => {
    const response = await post('block/get')

    expect(response.status).toBe(400)
    expect(await response.text()).toContain('argument "key" is required')
  })
})

describe('POST /api/v0/block/stat', () => {
  it('answers the CID as it was given and the size', async () => {
    const key = await put('size of a block')

    const response = await post(`block/stat?arg=${key}`)

    expect(await response.text()).toBe(`{"Key":"${key}","Size":15}\n`)
  })

  it('writes two lines for encoding=text', async () => {
    const key = await put('size of a block')

    const response = await post(`block/stat?arg=${key}&encoding=text`)

    expect(await response.text()).toBe(`Key: ${key}\nSize: 15\n`)
  })

  it('answers 500 for a block that is not held', async () => {
    const response = await post(`block/stat?arg=${ABSENT}`)

    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      Message: `block was not found locally (offline): ipld: could not find ${ABSENT}`,
    })
  })
})
