import type { AbortOptions } from '../ports/abort.ts'
import type { Locks } from '../ports/locks.ts'
import { createWaitingLine, type WaitingLine } from '../streams/waiting-line.ts'

interface LockState {
  holders: number
  exclusive: boolean
  /** True for callers that wait for the lock alone. */
  readonly waiting: WaitingLine<boolean, void>
}

/** {@link Locks} inside one process, for a host whose storage has a single writer. */
export function memoryLocks(): Locks {
  const states = new Map<string, LockState>()

  const run = async <T>(
    name: string,
    exclusive: boolean,
    task: () => Promise<T>,
    { signal }: AbortOptions,
  ) => {
    const state = states.get(name) ?? openState()
    states.set(name, state)
    await entry(state, exclusive, signal)
    try {
      return await task()
    } finally {
      state.holders -= 1
      state.exclusive = false
      admit(state)
      if (state.holders === 0 && state.waiting.length === 0) states.delete(name)
    }
  }

  return {
    shared: (name, task, options = {}) => run(name, false, task, options),
    exclusive: (name, task, options = {}) => run(name, true, task, options),
  }
}

function openState(): LockState {
  const state: LockState = {
    holders: 0,
    exclusive: false,
    waiting: createWaitingLine({ onLeave: () => admit(state) }),
  }
  return state
}

async function entry(state: LockState, exclusive: boolean, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  if (state.waiting.length === 0 && mayEnter(state, exclusive)) return hold(state, exclusive)
  return state.waiting.wait(exclusive, { signal })
}

/** Admits waiters from the front of the queue as long as they can share the lock. */
function admit(state: LockState): void {
  for (;;) {
    const isExclusive = state.waiting.first()
    if (isExclusive === undefined || !mayEnter(state, isExclusive)) return
    hold(state, isExclusive)
    state.waiting.admitFirst()
  }
}

function mayEnter(state: LockState, exclusive: boolean): boolean {
  return !state.exclusive && !(exclusive && state.holders > 0)
}

function hold(state: LockState, exclusive: boolean): void {
  state.holders += 1
  state.exclusive = exclusive
}
