import type { AbortOptions } from '../ports/abort.ts'
import type { Locks } from '../ports/locks.ts'

interface Waiter {
  readonly exclusive: boolean
  readonly enter: () => void
}

interface LockState {
  holders: number
  exclusive: boolean
  readonly waiting: Waiter[]
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
    const state = states.get(name) ?? { holders: 0, exclusive: false, waiting: [] }
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

async function entry(state: LockState, exclusive: boolean, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  if (state.waiting.length === 0 && mayEnter(state, exclusive)) return hold(state, exclusive)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const waiter = { exclusive, enter: resolve }
  const leave = () => {
    const at = state.waiting.indexOf(waiter)
    if (at < 0) return
    state.waiting.splice(at, 1)
    reject(signal?.reason)
    admit(state)
  }
  signal?.addEventListener('abort', leave, { once: true })
  state.waiting.push(waiter)
  admit(state)
  try {
    await promise
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}

/** Admits waiters from the front of the queue as long as they can share the lock. */
function admit(state: LockState): void {
  for (;;) {
    const next = state.waiting[0]
    if (!next || !mayEnter(state, next.exclusive)) return
    state.waiting.shift()
    hold(state, next.exclusive)
    next.enter()
  }
}

function mayEnter(state: LockState, exclusive: boolean): boolean {
  return !state.exclusive && !(exclusive && state.holders > 0)
}

function hold(state: LockState, exclusive: boolean): void {
  state.holders += 1
  state.exclusive = exclusive
}
