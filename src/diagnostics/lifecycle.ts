import type { Logger } from '../ports/logger.ts'

/** Whether a node still answers. */
export interface Lifecycle {
  isDown(): boolean
  /** From now on every request is refused, until the host restarts the node. */
  shutDown(): void
}

export function createLifecycle({ logger }: { readonly logger: Logger }): Lifecycle {
  let isDown = false
  return {
    isDown: () => isDown,
    shutDown() {
      isDown = true
      logger.log('warn', 'app', 'Node is shut down')
    },
  }
}
