import { send } from '#host'
import { type FormPart, form } from './form.ts'

/** One line of `/api/v0/add`'s answer. */
export interface AddLine {
  readonly Name: string
  readonly Hash?: string
  readonly Bytes?: number
  readonly Size?: string
  readonly Mode?: string
  readonly Mtime?: number
  readonly MtimeNsecs?: number
}

/** Adds the parts on the host under test and returns every line. Throws the body of any other answer. */
export async function addLines(query: string, ...parts: readonly FormPart[]): Promise<AddLine[]> {
  const response = await send(`/api/v0/add?${query}`, form(...parts))
  const text = await response.text()
  if (response.status !== 200) throw new Error(`add answered ${response.status}: ${text}`)
  return lines(text)
}

/** The CID of the last line: the root. */
export async function addRoot(query: string, ...parts: readonly FormPart[]): Promise<string> {
  return (await addLines(query, ...parts)).at(-1)?.Hash ?? ''
}

/** The values of a newline-delimited JSON text. */
export function lines<T>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}
