import type { Send, SendInit } from '../hosts/host.ts'

/** One request that must be refused, and how. */
export interface HostileRequest {
  /** Says what is wrong with it. */
  readonly name: string
  readonly path: string
  readonly init?: SendInit
  readonly status: number
  /** The text of the refusal, whatever form it travels in. */
  readonly text: string | RegExp
}

const AT_ONCE = 8
const SHOWN_CHARACTERS = 4000

/** Makes the requests, a few at once, and says of each that was not refused as it should what came instead. */
export async function wrongAnswers(send: Send, requests: readonly HostileRequest[]): Promise<string[]> {
  const wrong: string[] = []
  const waiting = [...requests]
  const ask = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const found = await wrongAnswer(send, next)
      if (found !== undefined) wrong.push(found)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return wrong.sort()
}

async function wrongAnswer(send: Send, { name, path, init, status, text }: HostileRequest) {
  try {
    const response = await send(path, init ?? { method: 'POST' })
    const said = errorText(await response.text())
    const fits = typeof text === 'string' ? said === text : text.test(said)
    if (response.status === status && fits) return undefined
    return `${name}: ${response.status} ${JSON.stringify(said.slice(0, SHOWN_CHARACTERS))}, not ${status} ${text}`
  } catch (error) {
    const cause = error instanceof Error && error.cause ? ` (${error.cause})` : ''
    return `${name}: no answer: ${error}${cause}`
  }
}

/** The message of an error in JSON, in the last line of a stream too; else the text without its line end. */
export function errorText(body: string): string {
  const text = body.replace(/\n$/, '')
  const last = text.slice(text.lastIndexOf('\n') + 1)
  try {
    const { Message, Type }: { Message?: string; Type?: string } = JSON.parse(last)
    if (Type === 'error' && Message !== undefined) return Message
  } catch {
    // Not JSON: the text is the message.
  }
  return text
}
