import { afterEach, beforeAll } from 'vitest'
import { takeCalls } from './recorded-calls.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Paths below `/api/v0/` that were called and answered 200 while this test ran, or before it. */
    calls?: string[]
  }
}

/** Files that share a process: what the last one called when its tests had ended proves nothing for this one. */
beforeAll(() => {
  takeCalls()
})

afterEach(({ task }) => {
  task.meta.calls = takeCalls()
})
