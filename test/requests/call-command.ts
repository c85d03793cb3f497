import { send } from '#host'
import { file, form } from './form.ts'

export interface CommandCall {
  readonly args?: readonly string[]
  /** Options as a query. */
  readonly query?: string
  /** The content of the one part of the body. */
  readonly content?: string | Uint8Array
}

/** What a command answered. */
export interface CommandAnswer {
  readonly status: number
  readonly type: string | null
  readonly text: string
}

/** Calls a command on the host under test. */
export async function callCommand(
  path: string,
  { args = [], query = '', content }: CommandCall = {},
): Promise<CommandAnswer> {
  const sent = args.map((value) => `arg=${encodeURIComponent(value)}`).join('&')
  const init = content === undefined ? { method: 'POST' } : form(file('data', content))
  const response = await send(`/api/v0/${path}?${sent}&${query}`, init)
  return { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() }
}

/** The answer of a call that must succeed, as JSON. */
export async function askCommand<T>(path: string, call?: CommandCall): Promise<T> {
  const { status, text } = await callCommand(path, call)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  return JSON.parse(text)
}

/** The `Hash` of the answer of a call that must succeed. */
export async function hashOf(path: string, call?: CommandCall): Promise<string> {
  return (await askCommand<{ readonly Hash: string }>(path, call)).Hash
}

/** An answer with the error of a failed command; Code 0 has the status 500. */
export function failed(message: string): CommandAnswer {
  const text = `${JSON.stringify({ Message: message, Code: 0, Type: 'error' })}\n`
  return { status: 500, type: 'application/json', text }
}

/** An answer that refuses a malformed request. */
export function malformed(message: string): CommandAnswer {
  return { status: 400, type: 'text/plain; charset=utf-8', text: `${message}\n` }
}

/** A successful answer as JSON. */
export function answered(value: unknown): CommandAnswer {
  return { status: 200, type: 'application/json', text: `${JSON.stringify(value)}\n` }
}

/** A successful answer as text. */
export function printed(text: string): CommandAnswer {
  return { status: 200, type: 'text/plain', text }
}
