import type { ListedArgument, ListedOption } from '../../src/rpc/declare/command-list.ts'

/** An option of the command line that the API does not have. */
export interface OwnOption extends ListedOption {
  /** The name of its value in the help. Default: its type. */
  readonly placeholder?: string | undefined
}

/** A command of the command line, as its help and the completion describe it. */
export interface OwnCommand {
  /** What it does, in one line. */
  readonly about: string
  readonly args: readonly ListedArgument[]
  /** Without those of every command. */
  readonly options: readonly OwnOption[]
  /** Environment variables that it reads, with what they are. */
  readonly variables?: Readonly<Record<string, string>>
  /** True for a command that also has the options of every command that calls a node. */
  readonly callsNode: boolean
}

type OptionDetails = Partial<Pick<OwnOption, 'type' | 'aliases' | 'placeholder'>>

/** An option of the command line: by default a flag with one name. A `placeholder` makes it a text. */
export function ownOption(
  name: string,
  about: string,
  { placeholder, type = placeholder === undefined ? 'bool' : 'string', aliases = [] }: OptionDetails = {},
): OwnOption {
  return { name, about, type, aliases, placeholder }
}

/** An argument of the command line: by default required, and one value. */
export function ownArgument(
  name: string,
  about: string,
  { isRequired = true, isVariadic = false }: Partial<ListedArgument> = {},
): ListedArgument {
  return { name, about, isRequired, isVariadic }
}
