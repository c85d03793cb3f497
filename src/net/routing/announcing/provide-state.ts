import type { AbortOptions } from '../../../ports/abort.ts'
import type { Datastore } from '../../../ports/datastore.ts'
import { keyOf } from '../../../state/keys.ts'
import { loadOnce } from '../../../state/load-once.ts'

/** How far the announcing of a node is. It survives a restart. */
export interface ProvideState {
  /** When the last round began, in milliseconds since the epoch. */
  readonly startedMs: number
  /** Number of blocks of the round that are announced. `undefined` if the round is complete. */
  readonly done?: number | undefined
  /** The root of the mutable files that was announced last, as text. */
  readonly filesRoot?: string | undefined
}

const ROW = keyOf('net/provide/state')

/** Reads the state once, and stores each change. */
export interface ProvideProgress {
  /** `undefined` for a node that has never announced anything automatically. */
  read(options: AbortOptions): Promise<ProvideState | undefined>
  /** True once the state was read, if there is one. */
  readonly isKnown: boolean
  write(change: Partial<ProvideState>, options: AbortOptions): Promise<void>
}

export function createProvideProgress(datastore: Pick<Datastore, 'get' | 'batch'>): ProvideProgress {
  let state: ProvideState | undefined
  const load = loadOnce(async () => {
    const row = await datastore.get(ROW)
    state = row && decodeState(row)
  })
  return {
    get isKnown() {
      return state !== undefined
    },
    async read() {
      await load()
      return state
    },
    async write(change, { signal }) {
      await load()
      const next: ProvideState = { startedMs: 0, ...state, ...change }
      const value = keyOf(JSON.stringify(next))
      await datastore.batch([{ type: 'put', key: ROW, value }], [], { signal })
      state = next
    },
  }
}

/** `undefined` for a row in another format: the node starts a new round. */
function decodeState(row: Uint8Array): ProvideState | undefined {
  const value = parsed(new TextDecoder().decode(row))
  const { startedMs, done, filesRoot } = Object(value) as Record<string, unknown>
  if (typeof startedMs !== 'number') return undefined
  return {
    startedMs,
    ...(typeof done === 'number' && { done }),
    ...(typeof filesRoot === 'string' && { filesRoot }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
