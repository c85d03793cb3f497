import { describe, expect, it } from 'vitest'
import { send } from '#host'
import { type CallExample, EXAMPLES } from '../../src/rpc/openapi/examples.ts'
import { file, form } from '../requests/form.ts'

const examples: readonly (readonly [string, CallExample])[] = Object.entries(EXAMPLES)

describe('GET /api/v0/openapi.json', () => {
  it('answers the description of every command', async () => {
    const response = await send('/api/v0/openapi.json')

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(await response.json()).toMatchObject({
      openapi: '3.1.0',
      paths: { '/block/put': { post: { operationId: 'blockPut' } } },
    })
  })
})

describe('the examples of the description, in their order', () => {
  it.each(examples)('%s answers so', async (path, { args = {}, options = {}, body, reply, varies }) => {
    const query = new URLSearchParams([
      ...Object.values(args).flatMap((value) => [value ?? []].flat().map((one) => ['arg', one])),
      ...Object.entries(options).map(([name, value]) => [name, String(value)]),
    ])
    const init = body === undefined ? { method: 'POST' } : form(file('', body))

    const response = await send(`/api/v0/${path}?${query}`, init)
    const text = await response.text()
    const answer = typeof reply === 'string' ? text : JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')

    expect(response.status).toBe(200)
    if (varies) expect(Object.keys(answer)).toEqual(Object.keys(reply as object))
    else expect(answer).toEqual(reply)
  })
})
