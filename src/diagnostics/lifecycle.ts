import type { HostProcess } from '../ports/host-process.ts'
import type { Logger } from '../ports/logger.ts'

/** Whether a node still answers. */
export interface Lifecycle {
  isDown(): boolean
  /**
   * From now on every request is refused. Ends the process of a host that serves this node alone; another host restarts
   * the node sooner or later.
   */
  shutDown(): Promise<void>
}

export interface LifecycleOptions {
  readonly logger: Logger
  readonly hostProcess?: HostProcess | undefined
}

export function createLifecycle({ logger, hostProcess }: LifecycleOptions): Lifecycle {
  let isDown = false
  return {
    isDown: () => isDown,
    async shutDown() {
      isDown = true
      logger.log('warn', 'app', 'Node is shut down')
      await hostProcess?.end()
    },
  }
}
