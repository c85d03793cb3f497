import type { ComponentLogger, Logger as PeerLogger } from '@libp2p/interface'
import type { Logger } from '../../ports/logger.ts'

/** Passes libp2p's errors on as debug lines of `net`: a peer that leaves causes several. Its other lines are dropped. */
export function peerLogger(logger: Logger): ComponentLogger {
  const forComponent = (component: string): PeerLogger => {
    const drop = () => undefined
    const error = (message: string, ...values: readonly unknown[]) => {
      const reason = values.findLast((value) => value instanceof Error)
      logger.log('debug', 'net', 'libp2p reports an error', { component, event: message, error: reason })
    }
    return Object.assign(drop, {
      enabled: false,
      error,
      trace: drop,
      newScope: (name: string) => forComponent(`${component}:${name}`),
    })
  }
  return { forComponent }
}
