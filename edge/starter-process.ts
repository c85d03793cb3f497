import type { HostProcess } from '../src/ports/host-process.ts'
import type { Env } from './env.ts'

/** The process that started a local node. `undefined` in a deployment. */
export function starterProcess({
  STARTER: starter,
  DISK_KEY: key,
}: Pick<Env, 'STARTER' | 'DISK_KEY'>): HostProcess | undefined {
  if (!starter) return undefined
  return {
    async end() {
      await starter.fetch('http://starter/end', {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}` },
      })
    },
  }
}
