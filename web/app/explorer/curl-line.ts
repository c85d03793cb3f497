import type { CommandInfo, Filled } from './command-info.ts'
import { queryOf } from './filled.ts'

/** With a body over 1 MB curl else waits a second for `100 Continue`, which workerd never sends. */
const NO_EXPECT = '-H Expect:'

/** The call as a line for a shell. Files are taken from where the shell is. */
export function curlLine(command: CommandInfo, filled: Filled, origin: string): string {
  const url = `${origin}/api/v0/${command.path}${queryOf(command, filled)}`
  return ['curl -X POST', ...parts(command, filled), quoted(url)].join(' ')
}

function parts({ body }: CommandInfo, { files, text }: Filled): string[] {
  if (!body) return []
  if (files.length > 0) {
    const sent = files.map(({ name }) => `-F ${quoted(`${body.name}=@${formQuoted(name)}`)}`)
    return [NO_EXPECT, ...sent]
  }
  return text === undefined ? [] : [`--form-string ${quoted(`${body.name}=${text}`)}`]
}

/** In single quotes nothing has a meaning to a shell but their end. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** In a form's value `;` and `,` have a meaning to curl, unless it is quoted. */
function formQuoted(name: string): string {
  return /[;,"\\]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name
}
