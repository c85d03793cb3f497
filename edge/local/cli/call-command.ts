import { closeSync, createWriteStream, openSync, type WriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { finished } from 'node:stream/promises'
import { multipartBody } from '../../../src/rpc/client/multipart-body.ts'
import type { ListedCommand } from '../../../src/rpc/declare/command-list.ts'
import { nameArguments, type ParsedWords } from '../parse-words.ts'
import { UsageError } from '../usage-error.ts'
import { byteFormatOf, CAR_FORMAT } from './check-format.ts'
import { type Connection, send } from './connection.ts'
import { fileContent, standardInput } from './file-content.ts'
import { outliveReader } from './output-reader.ts'
import { writeBytes, writeLines } from './print-reply.ts'
import { progressBar } from './progress-bar.ts'
import { cutContent, endedEarly } from './reply-end.ts'
import { removedAtSignals } from './unfinished.ts'

interface CallOptions {
  readonly connection: Connection
  readonly isJson: boolean
}

/** Calls any command and prints its reply: as text, or as JSON if asked. Bytes are printed as they are. */
export async function callCommand(
  command: ListedCommand,
  { options, positionals }: ParsedWords,
  { connection, isJson }: CallOptions,
): Promise<void> {
  const { args, file } = nameArguments(command, positionals)
  const pairs = [...Object.values(args).map((value) => ['arg', value] as const), ...Object.entries(options)]
  const query = new URLSearchParams(
    pairs.flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  )
  if (command.reply !== 'bytes' && !isJson) query.set('encoding', 'text')
  const isTerminal = process.stdout.isTTY
  if (!isTerminal && sendsProgress(command) && !query.has('progress')) query.set('progress', 'false')
  const needsFile = command.body !== undefined && !(command.body in args)
  if (needsFile && file === undefined && process.stdin.isTTY) {
    throw new UsageError(`${command.path} needs a file, or its content on the standard input`)
  }
  if (needsFile) outliveReader()
  const response = await send(connection, command.path, query, needsFile ? await upload(file) : {})
  try {
    if (command.reply === 'bytes') await writeChecked(command.path, response)
    else {
      const withoutProgress = !isTerminal && command.path === VERIFY
      await writeLines(response, process.stdout, { withoutProgress })
    }
  } catch (error) {
    if (!endedEarly(error)) throw error
    const [path] = positionals
    if (command.path === 'cat' && path !== undefined) throw cutContent(path, error)
    throw new Error(`Cannot read all of ${command.path}: the reply ended early`, { cause: error })
  }
}

/** Sends progress in any case, and has no option for it. */
const VERIFY = 'repo/verify'

/** True for a command that sends progress unless told otherwise. */
function sendsProgress({ options }: ListedCommand): boolean {
  return options.some(({ name, fallback }) => name === 'progress' && fallback === true)
}

/** Prints bytes, and says of which format they were when they were cut. */
async function writeChecked(path: string, response: Response): Promise<void> {
  const format = byteFormatOf(path, response)
  await writeBytes(response, process.stdout, { format }).catch((error: unknown) => {
    if (!format) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const message = `Cannot read all of ${path}: the ${format.name} is incomplete (${reason}). The node may lack a block, or have a corrupt one`
    throw new Error(message, { cause: error })
  })
}

/**
 * Writes the CAR of a reply to a file, which must not exist, and returns its size in bytes. A reply that fails, or is
 * cut, leaves no file, nor does a signal: the runtime ends a stream that fails like one that is complete.
 */
export async function callToCarFile(
  path: string,
  { command, query }: { readonly command: string; readonly query: URLSearchParams },
  connection: Connection,
): Promise<number> {
  const make = () => {
    closeSync(openSync(path, 'wx'))
    return path
  }
  // It exists, and is not made again once it was removed.
  const fill = () =>
    writeCar(path, createWriteStream(path, { flags: 'r+' }), () => send(connection, command, query))
  return removedAtSignals(make, fill)
}

async function writeCar(path: string, output: WriteStream, ask: () => Promise<Response>): Promise<number> {
  const bar = progressBar(0)
  let done = 0
  try {
    const response = await ask()
    const onBytes = (count: number) => {
      done += count
      bar.show(done)
    }
    await writeBytes(response, output, { onBytes, format: CAR_FORMAT })
    output.end()
    await finished(output)
    return done
  } catch (error) {
    // Writes that were waiting fail too.
    output.on('error', () => undefined).destroy()
    await rm(path, { force: true })
    throw error
  } finally {
    bar.clear()
  }
}

/** A file, or the standard input, as the one part of a form. It is streamed, with a progress bar. */
async function upload(file: string | undefined) {
  const isInput = file === undefined || file === '-'
  const found = isInput ? undefined : await stat(file)
  if (found?.isDirectory())
    throw new UsageError(`Cannot send "${file}": it is a folder (tidepool add sends it)`)
  const bar = progressBar(found?.size ?? 0)
  const content = isInput ? standardInput() : fileContent(file)
  const counted = async function* () {
    let done = 0
    try {
      for await (const chunk of content) {
        done += chunk.byteLength
        bar.show(done)
        yield chunk
      }
    } finally {
      bar.clear()
    }
  }
  const entries = async function* () {
    yield { path: isInput ? '' : basename(file), content: counted() }
  }
  return multipartBody(entries(), {
    asStream: true,
    signal: new AbortController().signal,
    onError: () => undefined,
  })
}
