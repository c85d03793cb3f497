import { basename } from 'node:path'
import { REGISTRY } from '../../src/rpc/commands/index.ts'
import type { AnyCommand } from '../../src/rpc/declare/command.ts'
import { commandDetails, detailsLink } from './command-details.ts'
import { withMarkedPart } from './marked-part.ts'
import { type Proof, type Proofs, readProofs } from './proofs.ts'

const TABLE = {
  begin: '<!-- api: written by `npm run docs` -->',
  end: '<!-- /api -->',
  what: 'table of commands',
}

export interface ApiTableOptions {
  readonly registry?: readonly AnyCommand[]
  readonly proofs?: Proofs
}

/** From the folder of the document to the root. */
const ROOT = '../../..'

/** Replaces the part of the text between the markers by the current table. Throws when it has no markers. */
export function withApiTable(
  text: string,
  { registry = REGISTRY, proofs = readProofs() }: ApiTableOptions = {},
): string {
  return withMarkedPart(
    text,
    TABLE,
    `${apiTable(registry, proofs)}\n## Each command\n\n${commandDetails(registry, proofs)}`,
  )
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
    const name = `[\`${command.path}\`](${detailsLink(command)})`
    const cells = [name, inputOf(command), command.about, proofText(proofs[command.path])]
    return `| ${cells.join(' | ')} |`
  })
  return `${['| Command | Takes | Does | Proved by |', '|---|---|---|---|', ...rows].join('\n')}\n`
}

/**
 * Links to the tests. A command may have no successful call in any suite because it always answers an error, or because
 * only a unit test calls it.
 */
function proofText({ client, suite }: Proof = {}): string {
  const files = [client ?? [], suite ?? []].flat()
  const links = files.map((file) => `[${basename(file, '.test.ts')}](${ROOT}/${file})`)
  return links.join(', ') || 'no successful call in a suite'
}

function inputOf({ args, body }: AnyCommand): string {
  const names = Object.keys(args).map((name) => `\`${name}\``)
  return [...names, ...(body === undefined ? [] : [`file \`${body}\``])].join(', ')
}
