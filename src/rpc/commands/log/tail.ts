import { type LogEntry, type Logs, type Threshold, thresholdOf } from '../../../diagnostics/logs.ts'
import type { Clock } from '../../../ports/clock.ts'
import { withPauses } from '../../../streams/with-pauses.ts'
import { bytes, defineCommand } from '../../declare/command.ts'
import { text } from '../../declare/wire.ts'
import { errorBody } from '../../errors.ts'
import { named } from '../../options/name-records.ts'
import { goJson } from '../../print/go-json.ts'
import { logLine } from '../../print/process/log-line.ts'

/**
 * Spec: RPC document, section 4, `/log/tail`. Spec gap: a first line says that the reply has begun, since hosts send the
 * status with the first byte, an empty line comes when nothing else does, and the last line is the error of a call that
 * its time limit ends.
 */
export const logTail = defineCommand({
  path: 'log/tail',
  about: 'Stream the log',
  args: {},
  options: { 'log-level': text('Least level of the lines') },
  reply: bytes(),
  parts: ['logger', 'clock'],
  async run({ logger, clock }, { options: { 'log-level': level }, signal }) {
    const least = level ? await named(`setting log level ${level}`, () => thresholdOf(level)) : undefined
    return { content: lines({ logger, clock, least, signal }) }
  },
})

interface LinesOptions {
  readonly logger: Pick<Logs, 'follow'>
  readonly clock: Clock
  readonly least: Threshold | undefined
  readonly signal: AbortSignal
}

async function* lines({ logger, clock, least, signal }: LinesOptions): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  const first: LogEntry = {
    ...{ timeMs: clock.now(), level: 'info', scope: 'log' },
    ...{ message: 'Following the log', fields: {} },
  }
  try {
    for await (const entry of withPauses(logger.follow({ least, signal }), { first, clock, signal })) {
      yield encoder.encode(entry ? logLine(entry) : '\n')
    }
  } catch (error) {
    // Hosts cannot break off every stream, and these bytes are lines.
    yield encoder.encode(`${goJson(errorBody(error))}\n`)
  }
}
