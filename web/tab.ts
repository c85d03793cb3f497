import { createNode, type StorageNode } from '../src/node.ts'
import { outbound } from './outbound.ts'
import { openWebPorts, STORAGE_NAME } from './ports.ts'

export interface TabNodeOptions {
  /** Storage of its own under this name; the storage shared with the service worker when absent. */
  readonly name?: string
}

/**
 * Starts a node in this tab. It shares its storage with the service worker of the origin and with other tabs.
 * Throws `unavailable` when the browser refuses storage.
 */
export async function createTabNode({ name = STORAGE_NAME }: TabNodeOptions = {}): Promise<StorageNode> {
  const ports = await openWebPorts({ name, outbound: outbound({ ownOrigin: location.origin }) })
  return createNode(ports, { repoPath: `indexeddb:${name}`, system: 'browser/tab' })
}
