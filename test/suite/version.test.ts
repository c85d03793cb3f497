import { describe, expect, it } from 'vitest'
import { send } from '#host'

describe('POST /api/v0/version', () => {
  it('answers 200 with the version in JSON', async () => {
    const response = await send('/api/v0/version', { method: 'POST' })

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(await response.json()).toMatchObject({ Version: expect.stringMatching(/^0\.43\.0-tidepool\.\d/) })
  })
})

describe('POST /api/v0/version?encoding=text', () => {
  it.each([
    ['', /^ipfs version 0\.43\.0-tidepool\.[\d.]+\n$/],
    ['&number=true', /^0\.43\.0-tidepool\.[\d.]+\n$/],
    ['&repo=true', /^11\n$/],
    [
      '&all=true',
      /^go-ipfs version: 0\.43\.0-tidepool\.[\d.]+\nRepo version: 11\nSystem version: .+\nGolang version: \n$/,
    ],
  ])('writes what the flags "%s" ask for', async (query, wanted) => {
    const response = await send(`/api/v0/version?encoding=text${query}`, { method: 'POST' })

    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
    expect(await response.text()).toMatch(wanted)
  })
})
