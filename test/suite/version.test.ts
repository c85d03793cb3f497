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
