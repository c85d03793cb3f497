import { expect, it } from 'vitest'
import { send } from '#host'

it('POST /api/v0/stats/repo answers what repo/stat answers', async () => {
  const ask = async (path: string) => (await send(`/api/v0/${path}`, { method: 'POST' })).text()

  expect(await ask('stats/repo')).toBe(await ask('repo/stat'))
})
