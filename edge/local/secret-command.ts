import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** A command that makes a secret for the holder of a name. */
interface SecretCommand<T extends ParseArgsOptionsConfig> {
  /** How to call it, in one line. */
  readonly usage: string
  readonly options: T
  /** What to print. `undefined` if the name or an option is invalid. */
  make(
    name: string,
    values: ReturnType<typeof parseArgs<{ options: T }>>['values'],
  ): Promise<string | undefined>
}

/** Runs the command with the arguments of this process. `--help` prints its usage, and an invalid call ends with it. */
export async function runSecretCommand<T extends ParseArgsOptionsConfig>({
  usage,
  options,
  make,
}: SecretCommand<T>): Promise<void> {
  const parameters = process.argv.slice(2)
  if (parameters.includes('--help') || parameters.includes('-h')) {
    process.stdout.write(`usage: ${usage}\n`)
    return
  }
  try {
    const { values, positionals } = parseArgs({ args: parameters, allowPositionals: true, options })
    const [name = ''] = positionals
    const text = positionals.length === 1 ? await make(name, values) : undefined
    if (text === undefined) throw new Error('a name or an option is missing or invalid')
    process.stdout.write(text)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nusage: ${usage}\n`)
    process.exit(1)
  }
}
