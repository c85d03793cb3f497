import { create, type KuboRPCClient } from 'kubo-rpc-client'
import { afterAll, beforeAll } from 'vitest'
import { startWorkerd } from '../hosts/start-workerd.ts'

/** The JavaScript client of the reference, unchanged, and a workerd of its own for the tests of one `describe`. */
export function kuboClient(): () => KuboRPCClient {
  let client: KuboRPCClient | undefined
  let stop: (() => Promise<void>) | undefined

  beforeAll(async () => {
    const workerd = await startWorkerd()
    stop = workerd.stop
    client = create({ url: new URL('/api/v0', workerd.url).href })
  })

  afterAll(() => stop?.())

  return () => {
    if (!client) throw new Error('no test has begun')
    return client
  }
}
