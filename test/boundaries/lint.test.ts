import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const snippets = join(import.meta.dirname, 'snippets')

interface Report {
  readonly diagnostics: readonly { readonly category: string; readonly location: { readonly path: string } }[]
}

interface Configuration {
  readonly overrides: readonly { readonly includes: readonly string[]; readonly linter?: unknown }[]
}

/** Snippets are in a tree like the project's, and linted by the project's rules. */
const tree = mkdtempSync(join(tmpdir(), 'tidepool-lint-'))
afterAll(() => rmSync(tree, { recursive: true }))

cpSync(join(root, 'biome.json'), join(tree, 'biome.json'))
cpSync(join(import.meta.dirname, 'rules'), join(tree, 'test/boundaries/rules'), { recursive: true })
cpSync(snippets, tree, { recursive: true })
const long = 'src/goes-on-and-on.ts'
const longTest = 'test/goes-on-and-on.test.ts'
for (const [path, lines] of [
  [long, 250],
  [longTest, 400],
] as const) {
  const text = `export const x = [\n${'  1,\n'.repeat(lines)}]\n`
  writeFileSync(join(tree, path), `// expects: lint/style/noExcessiveLinesPerFile\n${text}`)
}
const stray = 'example.ts'
writeFileSync(join(tree, stray), 'export const x: any = 1\n')

const found = lint()

describe('biome.json', () => {
  it.each([...globSync('**/*.ts', { cwd: snippets }), long, longTest])('holds its rule on %s', (path) => {
    const [, expected] = /^\/\/ expects: (\S+)\n/.exec(readFileSync(join(tree, path), 'utf8')) ?? []

    expect(found.get(path) ?? ['nothing']).toEqual([expected])
  })

  it('ignores experiments beside the project', () => {
    expect(found.get(stray)).toBeUndefined()
  })

  it('has a snippet under every list of rules', () => {
    const { overrides }: Configuration = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
    const paths = globSync('**/*.ts', { cwd: snippets })

    const bare = overrides
      .filter(({ linter }) => linter !== undefined)
      .map(({ includes }) => includes)
      .filter((folders) => !paths.some((path) => folders.some((folder) => matchesGlob(path, folder))))

    expect(bare).toEqual([])
  })
})

/** Categories of Biome's findings, by path. */
function lint(): Map<string, string[]> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const { stdout } = spawnSync(
    process.execPath,
    [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'],
    { cwd: tree, encoding: 'utf8', maxBuffer: 64 << 20 },
  )
  const { diagnostics }: Report = JSON.parse(stdout)
  const byPath = new Map<string, string[]>()
  for (const { category, location } of diagnostics) {
    byPath.set(location.path, [...(byPath.get(location.path) ?? []), category])
  }
  return byPath
}
