import type { ListedArgument, ListedCommand } from '../../../src/rpc/declare/command-list.ts'
import { type OwnCommand, type OwnOption, ownArgument } from '../own-command.ts'

/** What the command line says of a command of the API that it runs in a way of its own. */
export interface AdaptedCommand {
  readonly about: string
  readonly args: readonly ListedArgument[]
  /** Options that the API does not have. */
  readonly options: readonly OwnOption[]
  /**
   * Texts of options of the API that mean something else here. An empty text leaves the option out of the help: it has
   * no effect here.
   */
  readonly abouts: Readonly<Record<string, string>>
}

/** Describes a command of the API, by its declaration or as the command line runs it. */
export function describeCommand(command: ListedCommand, adapted?: AdaptedCommand): OwnCommand {
  if (!adapted) {
    const { args, body, options } = command
    const isFileTaken = body !== undefined && !args.some(({ name }) => name === body)
    return { about: aboutOf(command), args: isFileTaken ? [...args, FILE] : args, options, callsNode: true }
  }
  const { about, args, abouts } = adapted
  const options = command.options
    .map((option) => ({ ...option, about: abouts[option.name] ?? option.about }))
    .filter((option) => option.about !== '')
  return { about, args, options: [...adapted.options, ...options], callsNode: true }
}

/** What a command of the API does, with its status. */
export function aboutOf({ about, status }: ListedCommand): string {
  return status === undefined ? about : `${about} (${status})`
}

const FILE = ownArgument('file', 'File to send; the standard input when absent, or for -', {
  isRequired: false,
})
