import { Session } from 'node:inspector/promises'

/**
 * Gives back what the start has left behind: half of what this process holds then is garbage, the messages that
 * describe the runtime above all, and a process that only waits would keep it for as long as it lives.
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
