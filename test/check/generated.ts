import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProtoFile, schemaModule } from './record-schema.ts'
import { root } from './run-tool.ts'

const SOURCE = 'proto/ledger.proto'
const FOLDER = 'proto/gen'

/** What the generated code imports instead of the library: see there. */
const RUNTIME = '../../src/codec/protobuf.ts'

/** Everything but what reads and writes bytes is left out: it would double the code. */
const LEAN = ['create', 'verify', 'convert', 'delimited', 'typeurl', 'service', 'comments'].map(
  (part) => `--no-${part}`,
)

const DECLARATIONS = `import type { MessageName } from './ledger-schema.ts'

interface WireType {
  encode(message: object): { finish(): Uint8Array }
  decode(bytes: Uint8Array): object
}

export declare const tidepool: { readonly rollapp: { readonly [Name in MessageName]: WireType } }
`

if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of generate()) writeFileSync(join(root, path), text)
}

/** Says which generated file is not the one that its `.proto` gives. */
export function generatedFaults(read = (path: string) => readFileSync(join(root, path), 'utf8')): string[] {
  return generate()
    .filter(([path, text]) => read(path) !== text)
    .map(([path]) => `${path}: not what ${SOURCE} gives, run \`npm run proto\``)
}

/** Path and text of each generated file. */
function generate(): [path: string, text: string][] {
  const { nested } = JSON.parse(pbjs('-t', 'json', SOURCE))
  const { alwaysPresent: _, ...types } = nested.tidepool.nested.rollapp.nested
  return [
    [`${FOLDER}/ledger.js`, staticCode(types)],
    [`${FOLDER}/ledger.d.ts`, DECLARATIONS],
    [`${FOLDER}/ledger-schema.ts`, schemaModule(types)],
  ]
}

/**
 * From these types alone: what the options are declared with would come along. For a message without fields the
 * tool gives the number of an unknown one with its wire type in it, so that no group in it would end.
 */
function staticCode(types: ProtoFile): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidepool-proto-'))
  const path = join(folder, 'types.json')
  try {
    writeFileSync(path, JSON.stringify({ nested: { tidepool: { nested: { rollapp: { nested: types } } } } }))
    const code = pbjs(
      '-t',
      'static-module',
      '-w',
      'esm',
      '--force-long',
      '--dependency',
      RUNTIME,
      ...LEAN,
      path,
    )
    return code
      .replace(/\nexport \{\n {2}\$root as default\n\};\n$/, '')
      .replaceAll('skipType(tag & 7, _depth, tag)', 'skipType(tag & 7, _depth, tag >>> 3)')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function pbjs(...options: string[]): string {
  const tool = join(root, 'node_modules/protobufjs-cli/bin/pbjs')
  return execFileSync(process.execPath, [tool, ...options], { cwd: root, encoding: 'utf8' })
}
