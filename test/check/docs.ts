import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withApiTable } from './api-table.ts'
import { bundledPackagesFaults, writeBundledPackages } from './bundled-packages.ts'
import { withCalendarTables } from './calendar-tables.ts'
import { linkFaults } from './links.ts'
import { writeProofs } from './proofs.ts'
import { root } from './run-tool.ts'
import { withDocumentTable, withSettingsTable } from './settings-table.ts'
import { commentsOf, nameFaults, pathFaults } from './stale-names.ts'

/** The documents with generated tables, and what writes these. */
const WRITTEN: Readonly<Record<string, (text: string) => string>> = {
  'web/app/help/calendar-api.md': (text) => withCalendarTables(text),
  'web/app/help/commands.md': withApiTable,
  'web/app/help/settings.md': (text) => withDocumentTable(withSettingsTable(text)),
}

/** Every document but the history of changes, descriptions of stored data, and those of test data and foreign suites. */
const DOCUMENT = /^(?!CHANGELOG|test\/(?:fixtures|peers)\/|.*\/FORMAT\.md$).*\.md$/

/** Documents that name functions, types and constants of the code. */
const FOR_ENGINEERS = /^CONTRIBUTING\.md$|\/README\.md$|^src\/DECISIONS\.md$/

if (process.argv[1] === import.meta.filename) {
  writeProofs()
  writeBundledPackages()
  for (const [path, write] of Object.entries(WRITTEN)) {
    writeFileSync(join(root, path), write(readFileSync(join(root, path), 'utf8')))
  }
}

/** Lists stale tables, dead links, and names in documents and comments that the project no longer has. */
export function docsFaults(): string[] {
  return [...staleTables(), ...bundledPackagesFaults(), ...staleNames()]
}

function staleTables(): string[] {
  return Object.entries(WRITTEN).flatMap(([path, write]) => {
    const text = readFileSync(join(root, path), 'utf8')
    return text === write(text) ? [] : [`${path}: a table is stale, run \`npm run docs\``]
  })
}

function staleNames(): string[] {
  const files = globSync(['{src,edge,web,test,proto}/**/*', '*.*'], {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })
  const textOf = (path: string) => ({ path, text: readFileSync(join(root, path), 'utf8') })
  const sources = files.filter((path) => path.endsWith('.ts')).map(textOf)
  const documents = files.filter((path) => DOCUMENT.test(path)).map(textOf)
  const forEngineers = documents.filter(({ path }) => FOR_ENGINEERS.test(path))
  const named = [...sources, textOf('package.json')].map(({ text }) => text)
  const comments = sources
    .filter(({ path }) => !path.startsWith('test/'))
    .map(({ path, text }) => ({ path, text: commentsOf(text) }))
  return [
    ...pathFaults([...documents, ...comments], files),
    ...linkFaults(documents, files),
    ...nameFaults(forEngineers, named),
  ]
}
