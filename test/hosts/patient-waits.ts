import { afterAll, vi } from 'vitest'
import { PATIENCE } from './patience.ts'

const { waitFor } = vi

// A second, which it takes by default, is over on a busy machine before a peer has answered.
vi.waitFor = (callback, options = PATIENCE) => waitFor(callback, options)

// Files that share a process share it too.
afterAll(() => {
  vi.waitFor = waitFor
})
