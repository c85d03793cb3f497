import type { LogEntry, Logs } from '../../../diagnostics/logs.ts'
import type { Clock } from '../../../ports/clock.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { logLine } from '../../print/process/log-line.ts'

/**
 * Spec: RPC document, section 4, `/log/tail`. Spec gap: a first line says that the reply has begun, since hosts send the
 * status with the first byte, and an empty line comes when nothing else does.
 */
export const logTail = defineCommand({
  path: 'log/tail',
  about: 'Stream the log',
  args: {},
  options: {},
  reply: bytes(),
  parts: ['logger', 'clock'],
  async run({ logger, clock }, { signal }) {
    return { content: lines({ logger, clock, signal }) }
  },
})

/** After so long without a line an empty one is sent: a host learns only by sending that its reader has left. */
const EMPTY_LINE_AFTER_MS = 10_000

interface LinesOptions {
  readonly logger: Pick<Logs, 'follow'>
  readonly clock: Clock
  readonly signal: AbortSignal
}

async function* lines({ logger, clock, signal }: LinesOptions): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  const begun: LogEntry = {
    ...{ timeMs: clock.now(), level: 'info', scope: 'log' },
    ...{ message: 'Following the log', fields: {} },
  }
  const following = logger.follow({ signal })[Symbol.asyncIterator]()
  // Subscribe now, not after the first line was sent.
  let next = following.next()
  try {
    yield encoder.encode(logLine(begun))
    for (;;) {
      const line = await within(next, { clock, signal })
      if (line?.done) return
      if (line) next = following.next()
      yield encoder.encode(line ? logLine(line.value) : '\n')
    }
  } finally {
    await following.return?.()
  }
}

/** What is resolved to in time; `undefined` when it is not. */
async function within<T>(
  next: Promise<T>,
  { clock, signal }: Pick<LinesOptions, 'clock' | 'signal'>,
): Promise<T | undefined> {
  const waiting = new AbortController()
  const timer = clock
    .sleep(EMPTY_LINE_AFTER_MS, { signal: AbortSignal.any([signal, waiting.signal]) })
    .then(() => undefined)
  timer.catch(() => undefined)
  try {
    return await Promise.race([next, timer.catch(() => next)])
  } finally {
    waiting.abort()
  }
}
