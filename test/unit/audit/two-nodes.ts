import { loopbackPolicy } from '../../../src/access/policy.ts'
import { createApp } from '../../../src/app.ts'
import { createNode, type StorageNode } from '../../../src/node/create.ts'
import { WHOLE_NODE } from '../../../src/node/whole-node.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import type { Outbound } from '../../../src/ports/outbound.ts'
import { eventRecord } from '../calendar/records.ts'
import { memoryPorts } from '../memory-ports.ts'
import { AUTHOR } from './anchored.ts'
import { BATCH_COMMITS } from './cheating-edge.ts'

/** Where the node under audit is. */
export const EDGE = 'https://edge.example'

/** Intercepts requests between the two: it answers, or passes on. */
export type Between = (request: Request, next: () => Promise<Response>) => Promise<Response>

const PASS: Between = (_, next) => next()

/** The last line of an audit, or the error at its end. */
export interface AuditEnd {
  readonly status: number
  readonly lines: readonly Readonly<Record<string, unknown>>[]
  readonly last: Readonly<Record<string, unknown>>
}

export interface AuditCall {
  readonly from?: string
  readonly signal?: AbortSignal
}

export interface TwoNodes {
  /** The node under audit. */
  readonly edge: StorageNode
  /** The auditing node. */
  readonly auditor: StorageNode
  /** Addresses that were asked for, without the origin. */
  readonly asked: readonly string[]
  /** Lets nothing but `between` answer the auditor from now on. */
  intercept(between: Between): void
  /** `query` beside `from`. */
  audit(query?: string, options?: AuditCall): Promise<AuditEnd>
}

export interface TwoNodesOptions {
  readonly commits: number
  readonly clock?: Clock
  readonly outbound?: Outbound
}

/** Two whole nodes: one with so many commits in its ledger, and one that reads it by nothing but HTTP. */
export async function twoNodes({
  commits,
  clock = waitingClock(),
  outbound,
}: TwoNodesOptions): Promise<TwoNodes> {
  const edge = await nodeOf({})
  const asked: string[] = []
  let between = PASS
  const edgeApp = createApp(edge, loopbackPolicy())
  const toEdge: Outbound = {
    refusal: ({ origin }) => (origin === EDGE ? undefined : 'nobody named it'),
    async fetch(request) {
      asked.push(request.url.slice(EDGE.length))
      return between(request, async () => edgeApp.fetch(request))
    },
  }
  const auditor = await nodeOf({ outbound: { audit: outbound ?? toEdge }, clock })
  const app = createApp(auditor, loopbackPolicy())
  await commit(edge, commits)
  return {
    edge,
    auditor,
    asked,
    intercept(next) {
      between = next
    },
    async audit(query = '', { from = EDGE, signal = new AbortController().signal } = {}) {
      const url = `http://127.0.0.1/api/v0/ledger/audit?from=${encodeURIComponent(from)}&${query}`
      const response = await app.fetch(new Request(url, { method: 'POST', signal }))
      const text = await response.text()
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      return { status: response.status, lines, last: lines.at(-1) }
    },
  }
}

function nodeOf(callOptions: Parameters<typeof memoryPorts>[0]): Promise<StorageNode> {
  const options = {
    parts: WHOLE_NODE,
    repoPath: 'memory',
    system: 'memory/node',
    anchoring: { batchCommits: BATCH_COMMITS },
  }
  return createNode(memoryPorts(callOptions), options)
}

/** Makes so many commits and brings them in. */
export async function commit({ calendar, sequencer }: StorageNode, commits: number): Promise<void> {
  for (let at = 0; at < commits; at += 1) {
    await calendar.write(async (draft) => void draft.create('events', eventRecord()), AUTHOR)
  }
  await sequencer.anchor({ isUrgent: true })
}

/** Rejects when the signal says so, and until then answers nothing. */
export function until(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/**
 * Audits, and leaves when the first request whose address has that part is asked. Resolves to its signal, and to how
 * many requests came after that.
 */
export async function leftAt(nodes: TwoNodes, part: string) {
  const caller = new AbortController()
  const reached = Promise.withResolvers<AbortSignal>()
  nodes.intercept((request, next) => {
    if (!request.url.includes(part)) return next()
    reached.resolve(request.signal)
    return until(request.signal)
  })

  const answer = nodes.audit('', { signal: caller.signal }).catch(() => undefined)
  const signal = await reached.promise
  const before = nodes.asked.length
  caller.abort()
  await answer

  return { signal, more: nodes.asked.length - before }
}

/** {@link Clock} in which no time passes: a sleep ends only by its signal. */
function waitingClock(): Clock {
  return {
    now: () => 0,
    sleep: (_, { signal } = {}) => (signal ? until(signal) : new Promise(() => undefined)),
  }
}
