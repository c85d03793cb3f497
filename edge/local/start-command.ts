import { type OwnCommand, ownOption } from './own-command.ts'
import { HELP_OPTION, parseWords } from './parse-words.ts'
import { UsageError } from './usage-error.ts'

/** The command that starts a node. */
export const START_COMMAND: OwnCommand = {
  about: 'Start a node on this machine',
  args: [],
  options: [
    ownOption('port', 'Port to listen on, instead of PORT', { placeholder: 'number' }),
    ownOption('data', 'Data folder, instead of TIDEPOOL_DATA', { placeholder: 'path' }),
    ownOption('open', 'Open the page when the node is ready'),
  ],
  variables: {
    PORT: 'Port to listen on. Default: 5001',
    TIDEPOOL_DATA: 'Data folder. Default: .tidepool in this folder',
    TIDEPOOL_HOST: 'Address to listen on. Default: 127.0.0.1; another than loopback needs tokens',
    OPEN: '1 opens the page, as --open does',
    '…': 'The guide "Settings" lists all',
  },
  callsNode: false,
}

/** What the words after `start` ask for. Absent values are those of the variables. */
export interface StartWords {
  readonly port: string | undefined
  readonly dataFolder: string | undefined
  readonly isOpened: boolean
  readonly isHelpAsked: boolean
}

/** Reads the words after `start`. Throws `UsageError` for an unknown option, and for a word that is none. */
export function readStartWords(words: readonly string[]): StartWords {
  const { options, positionals } = parseWords(words, [...START_COMMAND.options, HELP_OPTION])
  const [surplus] = positionals
  if (surplus !== undefined) throw new UsageError(`start: "${surplus}" is one argument too many`)
  const { port, data, open, help } = options as Readonly<Record<string, string | undefined>>
  if (data === '') throw new UsageError('Option "--data" needs a value')
  return { port, dataFolder: data, isOpened: open === 'true', isHelpAsked: help === 'true' }
}
