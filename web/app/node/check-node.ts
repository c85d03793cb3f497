import type { ChosenNode } from '../../host/node-choice.ts'
import { fetchFrom } from './node-client.ts'

/** The result of a call to a node: it answers, it asks for another token, or this page may not read its answer. */
export type NodeState = 'open' | 'refused' | 'unreached'

/** How long a request to a node may take before the node counts as unreached. */
export const CHECK_PATIENCE_MS = 10_000

interface CheckOptions {
  readonly patienceMs?: number
  readonly signal?: AbortSignal
}

/** Calls a node with the access that it would be chosen with. An aborted call gives `unreached`. */
export async function checkNode(
  node: ChosenNode,
  { patienceMs = CHECK_PATIENCE_MS, signal }: CheckOptions = {},
): Promise<NodeState> {
  const timeout = AbortSignal.timeout(patienceMs)
  try {
    const response = await fetchFrom(node, '/api/v0/version', {
      method: 'POST',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (response.status === 401 || response.status === 403) return 'refused'
    return response.ok && typeof (await response.json()).Version === 'string' ? 'open' : 'unreached'
  } catch {
    return 'unreached'
  }
}
