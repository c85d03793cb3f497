import { describe, expect, it } from 'vitest'
import { createClient } from '../../../../src/rpc/client.ts'

const PAGE = `<!DOCTYPE html><title>Bad Gateway</title>${'<p>'.repeat(1000)}`

/** A client of a server that sends this answer to every call. */
function answered(body: string, status = 200, type = 'text/html; charset=utf-8') {
  return createClient({
    fetch: async () => new Response(body, { status, headers: { 'Content-Type': type } }),
  })
}

describe('call() that no node answers', () => {
  it.each([200, 502])(
    'throws RpcError for a page with status %i, and leaves its text out',
    async (status) => {
      const call = answered(PAGE, status)
      const calls = [
        call('id'),
        call('add', { body: 'text' }),
        call('cat', { args: { 'ipfs-path': 'Qm' } }),
        call('files/mkdir', { args: { path: '/a' } }),
      ]

      for (const failing of calls) {
        await expect(failing).rejects.toMatchObject({
          name: 'RpcError',
          message: `Cannot read reply: a proxy or another server answered ${status} with a page, and no node`,
          status,
        })
      }
    },
  )

  it.each([
    ['{"ID":"Qm', 'it is cut, or no JSON'],
    ['', 'it is empty'],
  ])('throws RpcError for %j in place of a value', async (text, fault) => {
    await expect(answered(text, 200, 'application/json')('id')).rejects.toMatchObject({
      name: 'RpcError',
      message: `Cannot read reply: ${fault}`,
      status: 200,
    })
  })
})
