import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { REGISTRY } from '../../src/rpc/commands/index.ts'
import type { AnyCommand } from '../../src/rpc/declare/command.ts'
import { type Proof, type Proofs, readProofs, writeProofs } from './proofs.ts'
import { root } from './run-tool.ts'

const README = join(root, 'README.md')
const BEGIN = '<!-- api: written by `npm run docs` -->'
const END = '<!-- /api -->'

if (process.argv[1] === import.meta.filename) {
  writeProofs()
  writeFileSync(README, withApiTable(readFileSync(README, 'utf8')))
}

/** Says so when the README's table of commands is not the one that the registry gives. */
export async function apiTableFaults(): Promise<string[]> {
  const readme = readFileSync(README, 'utf8')
  return readme === withApiTable(readme)
    ? []
    : ['README.md: the table of commands is stale, run `npm run docs`']
}

export interface ApiTableOptions {
  readonly registry?: readonly AnyCommand[]
  readonly proofs?: Proofs
}

/** The text with everything between the markers written anew. Throws when it has no markers. */
export function withApiTable(
  text: string,
  { registry = REGISTRY, proofs = readProofs() }: ApiTableOptions = {},
): string {
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error('Cannot write table of commands: no markers')
  return `${before}${BEGIN}\n\n${apiTable(registry, proofs)}\n${END}${after}`
}

function apiTable(registry: readonly AnyCommand[], proofs: Proofs): string {
  const served = registry.filter(({ run, extension }) => run !== undefined && !extension)
  const own = registry.filter(({ run, extension }) => run !== undefined && extension)
  const declared = registry.filter(({ run }) => run === undefined)
  const more = declared.map(({ path }) => `\`${path}\``).join(', ')
  const beyond = own.length === 0 ? '' : `\nBeyond the document:\n\n${table(own, proofs)}`
  const unserved = more && `\nDeclared, and answered with an error that says so: ${more}.\n`
  return `${table(served, proofs)}${beyond}${unserved}`
}

function table(commands: readonly AnyCommand[], proofs: Proofs): string {
  const rows = commands.map((command) => {
    const cells = [`\`${command.path}\``, inputOf(command), command.about, proofText(proofs[command.path])]
    return `| ${cells.join(' | ')} |`
  })
  return `${['| Command | Takes | Does | Proved by |', '|---|---|---|---|', ...rows].join('\n')}\n`
}

/** Links to the tests; a command that no test has called with success is merely declared. */
function proofText({ client, suite }: Proof = {}): string {
  const files = [client ?? [], suite ?? []].flat()
  const links = files.map((file) => `[${basename(file, '.test.ts')}](${file})`)
  return links.join(', ') || 'declared'
}

function inputOf({ args, body }: AnyCommand): string {
  const names = Object.keys(args).map((name) => `\`${name}\``)
  return [...names, ...(body === undefined ? [] : [`file \`${body}\``])].join(', ')
}
