import { send } from '#host'
import { file, form } from './form.ts'

/** What a command of the namespace answered. */
export interface FilesAnswer {
  readonly status: number
  readonly text: string
}

/** Calls a command with paths as `arg`s, and options as a query. */
export async function callFiles(command: string, paths: readonly string[], query = ''): Promise<FilesAnswer> {
  const response = await send(`/api/v0/files/${command}?${argsOf(paths)}&${query}`, { method: 'POST' })
  return { status: response.status, text: await response.text() }
}

export async function writeTo(
  path: string,
  content: string | Uint8Array,
  query = 'create=true',
): Promise<FilesAnswer> {
  const response = await send(`/api/v0/files/write?${argsOf([path])}&${query}`, form(file('data', content)))
  return { status: response.status, text: await response.text() }
}

/** The answer of a call that must succeed, as JSON. */
export async function askFiles<T>(command: string, paths: readonly string[], query = ''): Promise<T> {
  const { status, text } = await callFiles(command, paths, query)
  if (status !== 200) throw new Error(`files/${command} answered ${status}: ${text}`)
  return JSON.parse(text)
}

export async function cidAt(path: string): Promise<string> {
  return (await askFiles<{ readonly Hash: string }>('stat', [path])).Hash
}

/** The message of the error that a call answers with status 500 and Code 0. */
export function failure(message: string): FilesAnswer {
  return { status: 500, text: `${JSON.stringify({ Message: message, Code: 0, Type: 'error' })}\n` }
}

/** The lines of a call that has not removed some of its paths. */
export function unremoved(...failures: readonly string[]): FilesAnswer {
  const { text } = failure("can't remove some files")
  return { status: 200, text: [...failures.map((line) => `${JSON.stringify(line)}\n`), text].join('') }
}

/** Success without a body. */
export const DONE: FilesAnswer = { status: 200, text: '' }

function argsOf(paths: readonly string[]): string {
  return paths.map((path) => `arg=${encodeURIComponent(path)}`).join('&')
}
