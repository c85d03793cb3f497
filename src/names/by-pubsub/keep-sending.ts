import type { PeerId } from '../../codec/cid/peer-id.ts'
import { isDomainError } from '../../errors.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Names } from '../names.ts'

export interface KeepSendingOptions {
  readonly names: Pick<Names, 'own' | 'announce' | 'purge'>
  readonly clock: Clock
  readonly logger: Pick<Logger, 'log'>
  /** Sends a record in the topic of its name. */
  readonly send: (name: PeerId, record: Uint8Array, options: AbortOptions) => Promise<void>
  readonly signal: AbortSignal
}

/** A peer has found its own peers by then. */
const FIRST_MS = 60_000

/** How often records are sent in their topics: subscribers that were away get them. */
const SEND_INTERVAL_MS = 10 * 60_000

/** All routers get the records once in this many rounds: every four hours, since a DHT drops them after a day or two. */
const ROUNDS_OF_ROUTERS = 24

/** Sends the records of own names again while a peer runs. Ends with the signal. */
export async function keepSending({ names, clock, logger, send, signal }: KeepSendingOptions): Promise<void> {
  const pause = (durationMs: number) => clock.sleep(durationMs, { signal }).catch(() => undefined)
  await pause(FIRST_MS)
  for (let round = 0; !signal.aborted; round += 1) {
    try {
      if (round % ROUNDS_OF_ROUTERS === 0) await names.purge({ signal })
      for (const { name, record } of await names.own({ signal })) {
        if (round % ROUNDS_OF_ROUTERS === 0)
          await names.announce(name, record, { isBestEffort: true, signal })
        else await send(name, record.bytes, { signal })
      }
    } catch (error) {
      if (signal.aborted) return
      const level = isDomainError(error) ? 'debug' : 'warn'
      logger.log(level, 'names', 'Cannot send own records again', { error: String(error) })
    }
    await pause(SEND_INTERVAL_MS)
  }
}
