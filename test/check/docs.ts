import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withApiTable } from './api-table.ts'
import { bundledPackagesFaults, writeBundledPackages } from './bundled-packages.ts'
import { writeProofs } from './proofs.ts'
import { root } from './run-tool.ts'
import { withDocumentTable, withSettingsTable } from './settings-table.ts'
import { commentsOf, nameFaults, pathFaults } from './stale-names.ts'

const README = join(root, 'README.md')

if (process.argv[1] === import.meta.filename) {
  writeProofs()
  writeBundledPackages()
  writeFileSync(README, written(readFileSync(README, 'utf8')))
}

/** Lists stale tables of the README, and names in documents and comments that the project no longer has. */
export function docsFaults(): string[] {
  const readme = readFileSync(README, 'utf8')
  const isCurrent = readme === written(readme)
  const stale = isCurrent ? [] : ['README.md: a table is stale, run `npm run docs`']
  return [...stale, ...bundledPackagesFaults(), ...staleNames()]
}

function staleNames(): string[] {
  const files = globSync(['{src,edge,web,test,proto}/**/*', '*.*'], {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })
  const textOf = (path: string) => ({ path, text: readFileSync(join(root, path), 'utf8') })
  const sources = files.filter((path) => path.endsWith('.ts')).map(textOf)
  const contributing = textOf('CONTRIBUTING.md')
  const documents = [contributing, textOf('README.md'), textOf('test/bench/README.md')]
  const comments = sources
    .filter(({ path }) => !path.startsWith('test/'))
    .map(({ path, text }) => ({ path, text: commentsOf(text) }))
  return [
    ...[...documents, ...comments].flatMap((text) => pathFaults(text, files)),
    ...nameFaults(
      contributing,
      [...sources, textOf('package.json')].map(({ text }) => text),
    ),
  ]
}

function written(readme: string): string {
  return withDocumentTable(withSettingsTable(withApiTable(readme)))
}
