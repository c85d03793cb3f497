import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

describe('knip, under the settings of package.json', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidepool-knip-'))
    const { name, type, knip } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    write('package.json', JSON.stringify({ name, type, knip }))
    cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'))
    write(
      'web/host/service-worker/service-worker.ts',
      "import { used } from '../../../src/shapes.ts'\n\nself.name = used\n",
    )
    write('src/shapes.ts', 'export const used = 1\n')
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  it('accepts code that is used, and ignores experiments beside the project', () => {
    write('example.ts', "import { used } from './src/shapes.ts'\n\nexport const twice = 2 * used\n")

    expect(knip()).toEqual({ status: 0, found: [] })
  })

  it('finds a file, an export and a dependency that nothing imports', () => {
    const declared = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    write('package.json', JSON.stringify({ ...declared, dependencies: { hono: '4.0.0' } }))
    write('src/shapes.ts', 'export const used = 1\nexport const unused = 2\n')
    write('src/stray.ts', 'export const stray = 1\n')

    const { status, found } = knip()

    expect(status).toBe(1)
    expect(found.sort()).toEqual([
      'package.json dependencies hono',
      'src/shapes.ts exports unused',
      'src/stray.ts files src/stray.ts',
    ])
  })

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }

  function knip(): { status: number | null; found: string[] } {
    const tool = join(root, 'node_modules/knip/bin/knip.js')
    const { status, stdout } = spawnSync(process.execPath, [tool, '--reporter=json', '--no-config-hints'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const { issues }: { issues: Record<string, unknown>[] } = JSON.parse(stdout)
    const found = issues.flatMap(({ file, ...kinds }) =>
      Object.entries(kinds).flatMap(([kind, list]) =>
        Array.isArray(list) ? list.map(({ name }) => `${file} ${kind} ${name}`) : [],
      ),
    )
    return { status, found }
  }
})
