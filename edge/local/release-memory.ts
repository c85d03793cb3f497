import { Session } from 'node:inspector/promises'

/**
 * Collects garbage after the start. Half of this process's memory is then garbage, mainly the messages that
 * configured the runtime, and a process that only waits would never collect it.
 */
export async function releaseMemory(): Promise<void> {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}
