import { describe, expect, it } from 'vitest'
import { createClient } from '../../../../src/rpc/client.ts'

/** The URL of a call of a client with this address and this limit. */
async function urlOf(url: string, timeoutMs?: number): Promise<string> {
  let seen = ''
  const fetch = async (target: string) => {
    seen = target
    return new Response('{}')
  }
  await createClient({ url, fetch })('id', {}, { timeoutMs })
  return seen
}

describe('createClient()', () => {
  it('takes a URL with and without a slash at its end', async () => {
    for (const url of ['http://node/base/api/v0', 'http://node/base/api/v0/', 'http://node/base/api/v0//'])
      expect(await urlOf(url)).toBe('http://node/base/api/v0/id')
  })

  it.each([
    [1.2, '?timeout=2ms'],
    [1e9, '?timeout=1000000000ms'],
    [2 ** 31, ''],
    [Number.POSITIVE_INFINITY, ''],
  ])('takes a limit of %d ms', async (timeoutMs, query) => {
    expect(await urlOf('http://node', timeoutMs)).toBe(`http://node/id${query}`)
  })

  it('refuses a limit that is no number', async () => {
    await expect(urlOf('http://node', Number.NaN)).rejects.toThrow(TypeError)
  })

  it('sends a limit that has passed as none left', async () => {
    expect(await urlOf('http://node', -1)).toBe('http://node/id?timeout=0ms')
  })
})
