import { commandHelp } from './command-help.ts'
import type { OwnCommand } from './own-command.ts'
import { HELP_OPTION, type ParsedWords, parseWords } from './parse-words.ts'
import { UsageError } from './usage-error.ts'

/** A command that makes a secret for the holder of a name. */
export interface SecretCommand extends OwnCommand {
  /** The variable of the node that has the hash of the secret. */
  readonly variable: string
  /** Throws `UsageError` for a name or an option that is invalid. */
  make(name: string, options: ParsedWords['options']): Promise<Secret>
}

interface Secret {
  /** What it is, for a person. */
  readonly label: string
  readonly secret: string
  /** The value of the variable. */
  readonly value: string
}

interface SecretCall {
  /** The words that call it. */
  readonly call: string
  /** The words that start a node where it is called so. */
  readonly start: string
  /** The words after `call`. */
  readonly words: readonly string[]
}

/**
 * Runs the command. Prints the secret and the value of the variable, and on stderr how a shell starts a node with it. `--help` prints its help. Throws `UsageError` for an
 * invalid call.
 */
export async function runSecretCommand(
  command: SecretCommand,
  { call, start, words }: SecretCall,
): Promise<void> {
  const advice = `${call} --help describes it`
  try {
    const { options, positionals } = parseWords(words, [...command.options, HELP_OPTION])
    const { help, ...others } = options
    if (help === 'true') {
      process.stdout.write(commandHelp(call, command))
      return
    }
    const [name, ...more] = positionals
    if (name === undefined) throw new UsageError(`Argument "${command.args[0]?.name}" is missing`)
    if (more.length > 0) throw new UsageError(`"${more[0]}" is one argument too many`)
    const { label, secret, value } = await command.make(name, others)
    process.stdout.write(`${label}, shown once:\n${secret}\n\n${command.variable}, for the node:\n${value}\n`)
    // Scripts read the value from the last line of the output.
    process.stderr.write(`\nStart the node with it:\n${command.variable}=${quoteForShell(value)} ${start}\n`)
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${error.message}\n${advice}`) : error
  }
}

/** A text as one word of a POSIX shell. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
