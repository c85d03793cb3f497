import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Filled } from '../../../web/app/explorer/command-info.ts'
import { curlLine } from '../../../web/app/explorer/curl-line.ts'
import { queryOf } from '../../../web/app/explorer/filled.ts'
import { command } from './described.ts'

interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  /** The header of that name. */
  readonly expects: string | undefined
  readonly parts: readonly (readonly [field: string, filename: string, text: string])[]
}

const HOSTILE = `it's "quoted" $HOME \`id\` \\ and @file; <x>`

let received: Received[] = []
let folder: string

const server = createServer(async (request, response) => {
  const bytes: Buffer[] = []
  for await (const chunk of request) bytes.push(chunk)
  const type = request.headers['content-type']
  const form = type
    ? await new Response(Buffer.concat(bytes), { headers: { 'Content-Type': type } }).formData()
    : []
  const parts = await Promise.all(
    [...form].map(async ([field, value]) =>
      typeof value === 'string'
        ? ([field, '', value] as const)
        : ([field, value.name, await value.text()] as const),
    ),
  )
  received.push({ method: request.method, url: request.url, expects: request.headers.expect, parts })
  response.end('{}')
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidepool-curl-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})

describe('curlLine()', () => {
  it('sends arguments and options, whatever is in them', async () => {
    const filled: Filled = {
      args: { 'ipfs-path': [HOSTILE, '/ipfs/b'] },
      options: { name: [HOSTILE], timeout: ['1m'] },
      files: [],
    }

    expect(await sent('pin/add', filled)).toEqual({
      method: 'POST',
      url: `/api/v0/pin/add${queryOf(command('pin/add'), filled)}`,
      parts: [],
    })
  })

  it('sends a text as the one part', async () => {
    const { parts } = await sent('block/put', { args: {}, options: {}, files: [], text: HOSTILE })

    expect(parts).toEqual([['data', '', HOSTILE]])
  })

  it('sends files by their names', async () => {
    const names = ['plain.txt', `a; b,'c.txt`]
    for (const name of names) await writeFile(join(folder, name), `in ${name}`)

    const { parts } = await sent('add', {
      args: {},
      options: {},
      files: names.map((name) => new File([], name)),
    })

    expect(parts.map(([field, , text]) => [field, text])).toEqual(names.map((name) => ['path', `in ${name}`]))
  })

  it('waits for no 100 Continue with a large file', async () => {
    await writeFile(join(folder, 'large'), new Uint8Array(2_000_000))

    const { expects } = await sent('add', { args: {}, options: {}, files: [new File([], 'large')] })

    expect(expects).toBeUndefined()
  })
})

/** Runs the line in a shell, where the files are. */
async function sent(path: string, filled: Filled): Promise<Received> {
  received = []
  const { port } = server.address() as AddressInfo
  const line = curlLine(command(path), filled, `http://127.0.0.1:${port}`)
  await promisify(execFile)('sh', ['-c', `${line} -s --noproxy '*'`], { cwd: folder })
  const [only] = received
  if (!only) throw new Error(`Nothing was sent by: ${line}`)
  return only
}
