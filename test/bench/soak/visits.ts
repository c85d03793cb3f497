import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Peers that have connected, exchanged blocks and left, and those that could not. */
export interface Visits {
  readonly made: number
  readonly failed: number
}

/** What the thread of the visitors is told. */
export interface VisitOptions {
  /** Of the node, for its peers and for its owner. */
  readonly address: string
  readonly api: string
  /** Blocks of the node that each visitor gets. */
  readonly cids: readonly string[]
  readonly topic: string
  readonly visits: number
  /** Over which the visits are spread. */
  readonly durationMs: number
}

/** Lets peers come and go, until the last has left. */
export async function receiveVisits(options: VisitOptions): Promise<Visits> {
  const thread = new Worker(new URL('visits-thread.ts', import.meta.url), { workerData: options })
  let visits: Visits = { made: 0, failed: 0 }
  thread.on('message', (counts: Visits) => {
    visits = counts
  })
  await once(thread, 'exit')
  return visits
}
