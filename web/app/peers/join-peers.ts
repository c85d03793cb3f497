import type { TabNode } from '../../host/tab.ts'

let joining: Promise<TabNode> | undefined

/**
 * Connects this browser to peers, as long as this tab or another one with a connection is open: to those of its
 * configuration, and at the first time to the server of the page. Throws the errors of `createTabNode`, and of
 * `bootstrap/add/default`.
 */
export async function joinPeers(): Promise<void> {
  joining ??= startNode().catch((error: unknown) => {
    joining = undefined
    throw error
  })
  // The service worker learns of the tab that leads a moment later than the tab.
  const { call } = await joining
  const { Peers } = await call('bootstrap/list')
  if (!Peers || Peers.length === 0) await call('bootstrap/add/default')
}

async function startNode(): Promise<TabNode> {
  const { createTabNode } = await import('virtual:tab-library')
  return createTabNode({ network: true })
}
