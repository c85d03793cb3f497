import { expect, it } from 'vitest'
import { send } from '#host'
import { TIDEPOOL_VERSION } from '../../src/version.ts'

it('GET /version tells the version in plain text to any page', async () => {
  const response = await send('/version')

  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(await response.text()).toBe(
    `Commit: \nClient Version: tidepool/${TIDEPOOL_VERSION}\nProtocol Version: ipfs/0.1.0\n`,
  )
})

it('HEAD /version has no body, other methods are refused, and nothing is below it', async () => {
  expect(await (await send('/version', { method: 'HEAD' })).text()).toBe('')
  expect((await send('/version', { method: 'POST' })).status).toBe(405)
  expect((await send('/version/x')).status).toBe(404)
})
