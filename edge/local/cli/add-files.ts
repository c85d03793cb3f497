import type { Options } from '../../../src/rpc/client/types.ts'
import { createClient } from '../../../src/rpc/client.ts'
import { escapeNonPrinting } from '../../../src/rpc/print/go-quote.ts'
import { ownArgument, ownOption } from '../own-command.ts'
import type { ParsedWords } from '../parse-words.ts'
import { UsageError } from '../usage-error.ts'
import { type Connection, reach, streamingFetch } from './connection.ts'
import type { AdaptedCommand } from './describe-command.ts'
import { standardInput } from './file-content.ts'
import { localEntries, totalSize } from './local-entries.ts'
import { outliveReader } from './output-reader.ts'
import { progressBar } from './progress-bar.ts'

/** `add` as the command line runs it: its content are files of this machine. */
export const ADD_COMMAND: AdaptedCommand = {
  about: 'Add files and folders',
  args: [
    ownArgument('path', 'Files and folders of this machine, or - for the standard input', {
      isVariadic: true,
    }),
  ],
  options: [
    ownOption('hidden', 'Also files and folders below whose names begin with a dot', { aliases: ['H'] }),
    ownOption('recursive', 'Not needed: folders are always added with all that is in them', {
      aliases: ['r'],
    }),
  ],
  abouts: {
    quiet: 'Print CIDs only',
    quieter: 'Print the last CID only, which is that of a folder',
    silent: 'Print folders only',
    progress: 'Show progress where stderr is a terminal; --progress=false shows none',
    'preserve-mode': 'Store the permissions of files and folders',
    'preserve-mtime': 'Store the times at which files and folders were changed',
  },
}

interface AddOptions {
  readonly connection: Connection
  readonly isJson: boolean
}

/**
 * Adds files and folders of this machine, or the standard input for `-`. Prints `added <CID> <name>` for each, with
 * `--quiet` the CIDs, with `--quieter` the last one, which is the root of a folder.
 */
export async function addFiles(
  { options, positionals }: ParsedWords,
  { connection, isJson }: AddOptions,
): Promise<void> {
  const { hidden, recursive: _, quiet, quieter, progress, ...sent } = options
  if (positionals.length === 0)
    throw new UsageError('add needs a file, a folder, or - for the standard input')
  const input = positionals[0] === '-' ? standardInput() : undefined
  if (input && positionals.length > 1) throw new UsageError('add takes the standard input alone')
  const entryOptions = {
    isHiddenSent: hidden === 'true',
    isModeSent: sent['preserve-mode'] === 'true',
    isMtimeSent: sent['preserve-mtime'] === 'true',
  }
  const isShown = process.stderr.isTTY && !isJson && progress !== 'false'
  const bar = progressBar(isShown && !input ? await totalSize(positionals, entryOptions) : 0)
  outliveReader()
  const call = createClient({ ...connection, fetch: streamingFetch })
  let isAllRead = false
  const body = async function* () {
    if (input) yield { path: '', content: input }
    else yield* localEntries(positionals, entryOptions)
    isAllRead = true
  }
  // The node pins when it has received all.
  const ifLost = () =>
    isAllRead ? 'add it again, unless "tidepool pin ls" has it' : 'nothing was pinned; add it again'
  let last = ''
  const send = async () => {
    const lines = await call(
      'add',
      // The texts of options are sent as they are: the node reads and checks them.
      { body: body(), options: sent as Options<'add'> },
      isShown ? { onUploadProgress: ({ totalBytes }) => bar.show(totalBytes) } : {},
    )
    for await (const line of lines) {
      bar.clear()
      last = `${line.Hash}\n`
      if (isJson) process.stdout.write(`${JSON.stringify(line)}\n`)
      else if (quiet === 'true' && quieter !== 'true') process.stdout.write(last)
      else if (quieter !== 'true')
        process.stdout.write(`added ${line.Hash} ${escapeNonPrinting(line.Name)}\n`)
    }
  }
  await reach(connection.url, send, ifLost)
  if (quieter === 'true' && !isJson) process.stdout.write(last)
}
