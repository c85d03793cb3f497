import { createNode, type Ports } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import { rpcRoutes } from '../../../src/rpc/routes.ts'
import type { DagDefaults } from '../../../src/unixfs/dag/dag-shape.ts'
import type { SendInit } from '../../hosts/host.ts'
import { memoryPorts } from '../memory-ports.ts'

/** Calls a command of a node, which must succeed. */
export type CallNode = (path: string, init?: SendInit) => Promise<Response>

/** An empty node in memory, over these ports. */
export async function servedNode(ports: Partial<Ports> = {}, importing: DagDefaults = {}): Promise<CallNode> {
  const node = await createNode(memoryPorts(ports), {
    parts: WHOLE_NODE,
    repoPath: 'memory',
    system: 'memory/node',
    importing,
  })
  const app = rpcRoutes(node, REGISTRY)
  return async (path, init) => {
    const response = await app.fetch(
      new Request(`http://127.0.0.1/api/v0/${path}`, { method: 'POST', ...init }),
    )
    if (response.status === 200) return response
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  }
}
