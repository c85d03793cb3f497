import { Hono } from 'hono'
import type { StorageNode } from './node.ts'

/** Mounts every surface of one node on one Hono app: the only file that knows them all. */
export function createApp(node: StorageNode): Hono {
  const app = new Hono()
  app.post('/api/v0/version', (c) => c.json({ Version: node.version }))
  return app
}
