import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { schemaModule } from './record-schema.ts'
import { root } from './run-tool.ts'

const SOURCE = 'proto/ledger.proto'
const FOLDER = 'proto/gen'

if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of generate()) writeFileSync(join(root, path), text)
}

/** Lists generated files that differ from the output for their `.proto` file. */
export function generatedFaults(read = (path: string) => readFileSync(join(root, path), 'utf8')): string[] {
  return generate()
    .filter(([path, text]) => read(path) !== text)
    .map(([path]) => `${path}: not what ${SOURCE} gives, run \`npm run proto\``)
}

/** Generates all files: path and text of each. */
function generate(): [path: string, text: string][] {
  const { nested } = JSON.parse(pbjs('-t', 'json', SOURCE))
  const { alwaysPresent: _, ...types } = nested.tidepool.nested.rollapp.nested
  return [[`${FOLDER}/ledger-schema.ts`, schemaModule(types)]]
}

function pbjs(...options: string[]): string {
  const tool = join(root, 'node_modules/protobufjs-cli/bin/pbjs')
  return execFileSync(process.execPath, [tool, ...options], { cwd: root, encoding: 'utf8' })
}
