import { afterEach } from 'vitest'
import { takeCalls } from './recorded-calls.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Paths below `/api/v0/` that were called and answered 200 while this test ran, or before it. */
    calls?: string[]
  }
}

afterEach(({ task }) => {
  task.meta.calls = takeCalls()
})
