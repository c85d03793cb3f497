import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorkerd } from '../hosts/start-workerd.ts'
import { fenced } from '../requests/fenced.ts'
import { guideSection } from '../requests/guide.ts'

const root = join(import.meta.dirname, '../..')

describe('the guides', () => {
  let folder: string
  let url: string
  let stop: () => Promise<void>

  /** What the first example of a section prints when it is asked of this node, and what the section says. */
  const run = async (guide: string, title: string) => {
    const section = await guideSection(guide, title)
    const code = fenced(section, 'ts')
      .replace(/'tidepool\/(\w+)'/, (_, name) => `'${join(root, `dist/lib/${name}.js`)}'`)
      .replace('http://127.0.0.1:5001', url.replace(/\/$/, ''))
    const script = join(folder, 'example.mts')
    await writeFile(script, code)
    const { stdout } = await promisify(execFile)(process.execPath, [script])
    return { stdout, said: fenced(section, 'text') }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidepool-guides-'))
    ;({ url, stop } = await startWorkerd())
  })

  afterAll(async () => {
    await stop()
    await rm(folder, { recursive: true })
  })

  it('says what the typed client prints', async () => {
    const { stdout, said } = await run('page-author', 'Typed client')

    expect(stdout).toBe(said)
  })

  it('says what the verifier prints on a fresh node, and when it is asked again', async () => {
    const { stdout, said } = await run('ledger', 'Verify a proof')

    const again = await run('ledger', 'Verify a proof')

    expect([stdout, again.stdout]).toEqual([said, said])
  })
})
