import type { CommandInfo, Filled } from './command-info.ts'
import { queryOf } from './filled.ts'

/** Without this header, curl waits a second for `100 Continue` for a body over 1 MB, which workerd never sends. */
const NO_EXPECT = '-H Expect:'

export interface CurlOptions {
  /** True when the node asks for a token, which the shell has in a variable. */
  readonly hasToken?: boolean
}

/** The call as a shell command. File names are relative to the shell's folder. */
export function curlLine(
  command: CommandInfo,
  filled: Filled,
  origin: string,
  { hasToken = false }: CurlOptions = {},
): string {
  const url = `${origin}/api/v0/${command.path}${queryOf(command, filled)}`
  const token = hasToken ? ['-H "Authorization: Bearer $TIDEPOOL_TOKEN"'] : []
  return ['curl -X POST', ...token, ...parts(command, filled), quoted(url)].join(' ')
}

function parts({ body }: CommandInfo, { files, text }: Filled): string[] {
  if (!body) return []
  if (files.length > 0) {
    const sent = files.map(({ name }) => `-F ${quoted(`${body.name}=@${formQuoted(name)}`)}`)
    return [NO_EXPECT, ...sent]
  }
  return text === undefined ? [] : [`--form-string ${quoted(`${body.name}=${text}`)}`]
}

/** Quotes a text for the shell. Inside single quotes only the quote itself is special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Quotes a name for curl, which interprets `;` and `,` in form values. */
function formQuoted(name: string): string {
  return /[;,"\\]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name
}
