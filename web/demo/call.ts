import { keepingAlive } from '../keep-alive.ts'

export interface CallOptions {
  readonly body?: FormData | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Calls one command of the node behind this page, hands the response to `read`, and keeps the node awake until
 * `read` is done. Throws an `Error` whose message is for the visitor.
 */
export function call<T>(
  path: string,
  { body, signal }: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  return keepingAlive(async () => {
    const response = await fetch(`/api/v0/${path}`, {
      method: 'POST',
      ...(body && { body }),
      ...(signal && { signal }),
    })
    if (!response.ok) throw new Error(problemOf(await response.text()))
    return read(response)
  })
}

/** The objects of a reply that gives one per line, as they arrive. Throws the error that a line carries. */
export async function* lines(response: Response): AsyncGenerator<Record<string, unknown>> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const complete = `${rest}${done ? '\n' : value}`.split('\n')
      rest = complete.pop() ?? ''
      for (const line of complete) if (line !== '') yield parsed(line)
      if (done) return
    }
  } finally {
    await reader.cancel()
  }
}

function parsed(line: string): Record<string, unknown> {
  const value: unknown = JSON.parse(line)
  if (typeof value !== 'object' || value === null) throw new Error('The node sent a line that is no object')
  const fields: Record<string, unknown> = { ...value }
  if (fields['Type'] === 'error') throw new Error(String(fields['Message']))
  return fields
}

function problemOf(text: string): string {
  try {
    return String(JSON.parse(text).Message)
  } catch {
    return text
  }
}
