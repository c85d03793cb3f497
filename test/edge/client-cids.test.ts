import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createClient } from '../../src/rpc/client.ts'
import { CID_OPTIONS, queryOf } from '../requests/cid-profiles.ts'
import { randomBytes } from '../requests/random-bytes.ts'
import { runStarter, temporaryFolder } from './run-starter.ts'

it('gives the typed client the CIDs of curl, with every profile', { timeout: 60_000 }, async () => {
  const { url } = await runStarter({ dataFolder: temporaryFolder() })
  const call = createClient({ url: `${url}/api/v0` })
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'd'))
  const files = { 'd/big': randomBytes(43, 700_000), 'd/small': new TextEncoder().encode('hello world\n') }
  for (const [path, bytes] of Object.entries(files)) writeFileSync(join(folder, path), bytes)
  const forms = Object.keys(files).flatMap((path) => [
    '-F',
    `file=@${path};filename=${encodeURIComponent(path)}`,
  ])

  for (const options of CID_OPTIONS) {
    const address = `${url}/api/v0/add?${queryOf(options)}`
    // workerd sends no 100 Continue, for which curl would wait a second.
    const curl = ['-sS', '-H', 'Expect:', ...forms, address]
    const { stdout } = await promisify(execFile)('curl', curl, { cwd: folder })
    const body = Object.entries(files).map(([path, content]) => ({ path, content }))
    const lines = []
    for await (const line of await call('add', { body, options })) lines.push(line)

    expect([options, lines]).toEqual([
      options,
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ])
  }
})
