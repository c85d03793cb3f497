import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withApiTable } from './api-table.ts'
import { writeProofs } from './proofs.ts'
import { root } from './run-tool.ts'
import { withDocumentTable, withSettingsTable } from './settings-table.ts'

const README = join(root, 'README.md')

if (process.argv[1] === import.meta.filename) {
  writeProofs()
  writeFileSync(README, written(readFileSync(README, 'utf8')))
}

/** Says so when the README's tables are not the ones that the declarations give. */
export function docsFaults(): string[] {
  const readme = readFileSync(README, 'utf8')
  return readme === written(readme) ? [] : ['README.md: a table is stale, run `npm run docs`']
}

function written(readme: string): string {
  return withDocumentTable(withSettingsTable(withApiTable(readme)))
}
