import { describe, expect, it } from 'vitest'
import { send } from '#host'

const BASE = '/dymensionxyz/dymension/rollapp'

async function answer(path: string, method = 'GET') {
  const response = await send(BASE + path, { method })
  return { status: response.status, text: await response.text() }
}

const refusal = (code: number, message: string) => JSON.stringify({ code, message, details: [] })

describe("paths of the ledger's queries", () => {
  it.each(['/nothing', '/params/', '/params/x', '/state_info/x', '/proof/x', '/openapi.json/', '//params'])(
    'answer 404 where no query is: %s',
    async (path) => {
      expect(await answer(path)).toEqual({ status: 404, text: refusal(5, 'Not Found') })
    },
  )

  it('read a root before they miss a query', async () => {
    expect((await answer('/nothing?root=x')).status).toBe(400)
  })

  it('answer 400 to an escape that is none', async () => {
    expect(await answer('/rollapp/%zz')).toEqual({ status: 400, text: refusal(3, 'malformed path') })
    expect(await answer('/%E0%A4/x')).toEqual({ status: 400, text: refusal(3, 'malformed path') })
  })

  it('answer 501 to methods that write', async () => {
    expect(await answer('/params', 'POST')).toEqual({ status: 501, text: refusal(12, 'Method Not Allowed') })
    expect(await answer('/nothing', 'DELETE')).toEqual({
      status: 501,
      text: refusal(12, 'Method Not Allowed'),
    })
  })

  it('read escaped letters, and slashes in a segment', async () => {
    expect((await answer('/p%61rams')).status).toBe(200)
    expect((await answer('/rollapp/a%2Fb')).text).toContain('a/b')
  })

  it('give an empty segment to the query', async () => {
    expect((await answer('/state_info/x/')).text).toContain('"index\\"')
  })
})
