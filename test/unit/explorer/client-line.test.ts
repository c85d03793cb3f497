import { describe, expect, it } from 'vitest'
import { createClient } from '../../../src/rpc/client.ts'
import { clientLine } from '../../../web/app/explorer/client-line.ts'
import { clientProgram } from '../../../web/app/explorer/client-program.ts'
import type { CommandInfo, Filled } from '../../../web/app/explorer/command-info.ts'
import { bodyOf, queryOf } from '../../../web/app/explorer/filled.ts'
import { command, described } from './described.ts'

describe('clientLine()', () => {
  it('is code that sends what the form sends, for every example', async () => {
    const examples = described.flatMap((info) => (info.example ? [{ info, filled: info.example }] : []))
    expect(examples.length).toBeGreaterThan(10)

    for (const { info, filled } of examples) await expectSame(info, filled)
  })

  it('writes every kind of value so that it reads back', async () => {
    const hostile = `it's "quoted" \\ and \n two \u2028 lines`

    await expectSame(command('files/cp'), {
      args: { source: [hostile], dest: ['/b'] },
      options: { timeout: ['10s'] },
      files: [],
    })
    await expectSame(command('pin/add'), {
      args: { 'ipfs-path': ['/ipfs/a', '/ipfs/b'] },
      options: { name: [hostile], recursive: ['false'], 'cid-base': ['base32'] },
      files: [],
    })
    await expectSame(command('cat'), {
      args: { 'ipfs-path': ['a'] },
      options: { offset: ['6'], length: ['-1'], offline: ['true'] },
      files: [],
    })
    await expectSame(command('block/put'), { args: {}, options: {}, files: [], text: hostile })
    await expectSame(command('block/put'), { args: {}, options: {}, files: [new File(['one'], 'a b.bin')] })
  })

  it('reads lines where the answer has lines', () => {
    const line = (path: string, options: Filled['options'] = {}) =>
      clientLine(command(path), { args: {}, options, files: [] })

    expect(line('version')).toBe("const reply = await call('version')")
    expect(line('refs/local')).toBe("for await (const line of await call('refs/local')) console.log(line)")
    expect(line('pin/ls')).toMatch(/^const reply = /)
    expect(line('pin/ls', { stream: ['true'] })).toMatch(/^for await /)
    expect(line('cat')).toBe("const text = await new Response(await call('cat')).text()")
  })
})

describe('clientProgram()', () => {
  it('imports and opens all that the call uses', () => {
    const filled = { args: {}, options: {}, files: [new File(['one'], "it's.bin")] }
    const options = { origin: 'https://node.example.org', hasToken: true }

    expect(clientProgram(command('block/put'), filled, options).split('\n')).toEqual([
      "import { openAsBlob } from 'node:fs'",
      "import { createClient } from 'tidepool/client'",
      '',
      'const token = process.env.TIDEPOOL_TOKEN',
      "const call = createClient({ url: 'https://node.example.org/api/v0', headers: { Authorization: 'Bearer ' + token } })",
      "const file = new File([await openAsBlob('it\\'s.bin')], 'it\\'s.bin')",
      "for await (const line of await call('block/put', { body: file })) console.log(line)",
    ])
  })
})

interface Sent {
  readonly url: string
  readonly form: readonly [string, string, string][]
}

async function expectSame(info: CommandInfo, filled: Filled): Promise<void> {
  const form = bodyOf(info, filled)
  expect(await sentBy(clientLine(info, filled), filled)).toEqual({
    url: `/api/v0/${info.path}${queryOf(info, filled)}`,
    form: form ? await partsOf(new Response(form)) : [],
  })
}

/** Runs the line and gives the one call that it made. */
async function sentBy(line: string, { files }: Filled): Promise<Sent> {
  const calls: Sent[] = []
  const call = createClient({
    canStream: false,
    async fetch(url, { body, headers }) {
      const form = body ? await partsOf(new Response(body, { headers: headers ?? {} })) : []
      calls.push({ url: plainUrl(url), form })
      return new Response('{}', { headers: answerHeaders(url) })
    },
  })
  const run = new Function('call', 'file', 'files', 'console', `return (async () => { ${line} })()`)
  await run(call, files[0], files, { log: () => undefined })
  const [sent] = calls
  if (!sent || calls.length > 1) throw new Error(`${calls.length} calls were made by: ${line}`)
  return sent
}

/** The client says of every add that modes and times may come with the parts. */
function plainUrl(url: string): string {
  const [path = '', query = ''] = url.split('?')
  const rest = [...new URLSearchParams(query)].filter(([name]) => !name.startsWith('preserve-'))
  return rest.length === 0 ? path : `${path}?${new URLSearchParams(rest)}`
}

/** An answer of the kind that the client expects of the command. */
function answerHeaders(url: string): Record<string, string> {
  const kind = described.find(({ path }) => url.split('?')[0] === `/api/v0/${path}`)?.reply
  if (kind === 'bytes') return { 'X-Stream-Output': '1' }
  return kind === 'ndjson' ? { 'X-Chunked-Output': '1' } : {}
}

async function partsOf(response: Response): Promise<[string, string, string][]> {
  const parts: [string, string, string][] = []
  for (const value of (await response.formData()).values()) {
    const name = typeof value === 'string' ? '' : decodeURIComponent(value.name)
    parts.push(['part', name, typeof value === 'string' ? value : await value.text()])
  }
  return parts
}
