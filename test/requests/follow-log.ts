import { send } from '#host'

export type LogLine = Readonly<Record<string, unknown>>

/** Follows the log of the host from its first line on. */
export async function followLog() {
  const leaving = new AbortController()
  const response = await send('/api/v0/log/tail', { method: 'POST', signal: leaving.signal })
  if (!response.body) throw new Error('log/tail has no body')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<LogLine> => {
    for (;;) {
      const end = text.indexOf('\n')
      if (end >= 0) {
        const line = text.slice(0, end)
        text = text.slice(end + 1)
        if (line === '') continue
        return JSON.parse(line)
      }
      const { done, value } = await reader.read()
      if (done) throw new Error('log/tail ended')
      text += value
    }
  }
  return {
    response,
    first: await next(),
    /** The next line for which the condition holds. */
    async find(isWanted: (line: LogLine) => boolean): Promise<LogLine> {
      for (;;) {
        const line = await next()
        if (isWanted(line)) return line
      }
    },
    async leave(): Promise<void> {
      await reader.cancel().catch(() => undefined)
      leaving.abort()
    },
  }
}
