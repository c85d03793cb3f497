import { clientLine, literal } from './client-line.ts'
import type { CommandInfo, Filled } from './command-info.ts'

export interface ProgramOptions {
  /** Origin of the node. */
  readonly origin: string
  /** True when the node asks for a token. */
  readonly hasToken: boolean
}

/** The call as a whole module: what it imports, the client, and the files that it sends. */
export function clientProgram(
  command: CommandInfo,
  filled: Filled,
  { origin, hasToken }: ProgramOptions,
): string {
  const names = command.body ? filled.files.map(({ name }) => name) : []
  const headers = hasToken ? [`headers: { Authorization: 'Bearer ' + token }`] : []
  const options = [`url: ${literal(`${origin}/api/v0`)}`, ...headers].join(', ')
  return [
    ...(names.length > 0 ? [`import { openAsBlob } from 'node:fs'`] : []),
    `import { createClient } from 'tidepool/client'`,
    '',
    ...(hasToken ? [`const token = process.env.TIDEPOOL_TOKEN`] : []),
    `const call = createClient({ ${options} })`,
    ...fileLines(names),
    clientLine(command, filled),
  ].join('\n')
}

function fileLines(names: readonly string[]): string[] {
  const opened = names.map((name) => `new File([await openAsBlob(${literal(name)})], ${literal(name)})`)
  if (opened.length === 0) return []
  return opened.length === 1 ? [`const file = ${opened[0]}`] : [`const files = [${opened.join(', ')}]`]
}
