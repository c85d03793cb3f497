import { expect, it } from 'vitest'
import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import { file, form } from '../../requests/form.ts'
import { memoryNode } from '../memory-ports.ts'

/** They store what is given, remove what is absent, or say of each argument what is wrong with it. */
const TAKE_ANY = [
  'cid/base32',
  'cid/format',
  'cid/inspect',
  'config',
  'files/rm',
  'ledger/audit',
  'pin/remote/service/rm',
  'update',
]

const WITH_ARGUMENTS = REGISTRY.filter(({ run, args }) => run && Object.keys(args).length > 0)

/** The answer of a new node to a command with these arguments. */
async function answer(path: string, values: readonly string[]): Promise<{ status: number; text: string }> {
  const app = createApp(await memoryNode(), loopbackPolicy())
  const { body } = REGISTRY.find((command) => command.path === path) ?? {}
  const init = { method: 'POST', ...(body !== undefined && form(file('x', 'never stored'))) }
  const query = values.map((value) => `arg=${value}`).join('&')
  const response = await app.fetch(new Request(`http://127.0.0.1/api/v0/${path}?${query}`, init))
  return { status: response.status, text: await response.text() }
}

it.each(WITH_ARGUMENTS)('answers $path with names of 10,000 characters', async ({ path }) => {
  const name = 'x'.repeat(10_000)

  for (const values of [[name], [name, name]]) {
    const { status, text } = await answer(path, values)

    expect(TAKE_ANY.includes(path) ? [200, 400, 500] : [400, 403, 500]).toContain(status)
    expect(text.length).toBeLessThan(4 * name.length)
  }
})

it.each(['block/rm', 'files/stat', 'pin/add', 'refs'])(
  'refuses %s with 100,000 arguments at the first',
  async (path) => {
    const { status, text } = await answer(path, Array(100_000).fill('x'))

    expect(status).toBe(500)
    expect(text.length).toBeLessThan(1000)
  },
)
