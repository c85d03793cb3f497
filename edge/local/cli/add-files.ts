import type { Options } from '../../../src/rpc/client/types.ts'
import { createClient } from '../../../src/rpc/client.ts'
import { type Connection, reach, streamingFetch } from './connection.ts'
import { localEntries, totalSize } from './local-entries.ts'
import type { ParsedWords } from './parse-words.ts'
import { progressBar } from './progress-bar.ts'
import { UsageError } from './usage-error.ts'

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
  const isInput = positionals[0] === '-'
  if (isInput && positionals.length > 1) throw new UsageError('add takes the standard input alone')
  const entryOptions = {
    isHiddenSent: hidden === 'true',
    isModeSent: sent['preserve-mode'] === 'true',
    isMtimeSent: sent['preserve-mtime'] === 'true',
  }
  const isShown = process.stderr.isTTY && !isJson && progress !== 'false'
  const bar = progressBar(isShown && !isInput ? await totalSize(positionals, entryOptions) : 0)
  const call = createClient({ ...connection, fetch: streamingFetch })
  const body = isInput ? inputEntry() : localEntries(positionals, entryOptions)
  let last = ''
  await reach(connection.url, async () => {
    const lines = await call(
      'add',
      // The texts of options are sent as they are: the node reads and checks them.
      { body, options: sent as Options<'add'> },
      isShown ? { onUploadProgress: ({ totalBytes }) => bar.show(totalBytes) } : {},
    )
    for await (const line of lines) {
      bar.clear()
      last = `${line.Hash}\n`
      if (isJson) process.stdout.write(`${JSON.stringify(line)}\n`)
      else if (quiet === 'true' && quieter !== 'true') process.stdout.write(last)
      else if (quieter !== 'true') process.stdout.write(`added ${line.Hash} ${line.Name}\n`)
    }
  })
  if (quieter === 'true' && !isJson) process.stdout.write(last)
}

async function* inputEntry() {
  yield { path: '', content: process.stdin }
}
