import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorkerd } from '../hosts/start-workerd.ts'
import { fenced } from '../requests/fenced.ts'

const root = join(import.meta.dirname, '../..')

describe('the typed client of the README', () => {
  let folder: string
  let url: string
  let stop: () => Promise<void>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidepool-readme-'))
    ;({ url, stop } = await startWorkerd())
  })

  afterAll(async () => {
    await stop()
    await rm(folder, { recursive: true })
  })

  it('prints what the README says', async () => {
    const [, section = ''] = (await readFile(join(root, 'README.md'), 'utf8')).split('## Typed client')
    const code = fenced(section, 'ts')
      .replace("'tidepool/client'", `'${join(root, 'dist/lib/client.js')}'`)
      .replace('http://127.0.0.1:5001/', url)
    const script = join(folder, 'example.mjs')
    await writeFile(script, code)

    const { stdout } = await promisify(execFile)(process.execPath, [script])

    expect(stdout).toBe(fenced(section, 'text'))
  })
})
