import { vi } from 'vitest'

const waitFor = vi.waitFor

/** Of `waits` in `test/projects.ts`, as `expect.poll` has it. */
const PATIENCE = { timeout: 50_000, interval: 50 }

// A second, which it takes by default, is over on a busy machine before a peer has answered.
vi.waitFor = (callback, options = PATIENCE) => waitFor(callback, options)
