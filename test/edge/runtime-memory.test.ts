import { describe, expect, it } from 'vitest'
import { boundMemory } from '../../edge/local/runtime-memory.ts'

describe('boundMemory()', () => {
  it('gives the runtime its collector, without which the object cannot free buffers in time', () => {
    const environment: NodeJS.ProcessEnv = {}
    boundMemory(environment)
    expect(environment['MINIFLARE_WORKERD_V8_FLAGS']).toBe('--expose-gc --max-semi-space-size=4')
  })

  it('puts the flags of the owner behind its own, so that they win', () => {
    const environment: NodeJS.ProcessEnv = {
      MINIFLARE_WORKERD_V8_FLAGS: '--trace-gc --max-semi-space-size=8',
    }
    boundMemory(environment)
    expect(environment['MINIFLARE_WORKERD_V8_FLAGS']).toBe(
      '--expose-gc --max-semi-space-size=4 --trace-gc --max-semi-space-size=8',
    )
  })
})
