import { describe, expect, it } from 'vitest'
import { tuneRuntime } from '../../edge/local/tune-runtime.ts'

describe('tuneRuntime()', () => {
  it('gives the runtime its collector, without which the object cannot free buffers in time', () => {
    const environment: NodeJS.ProcessEnv = {}
    tuneRuntime(environment)
    expect(environment['MINIFLARE_WORKERD_V8_FLAGS']).toBe('--expose-gc --max-semi-space-size=4')
  })

  it('lets the allocator of the runtime keep memory for each processor', () => {
    const environment: NodeJS.ProcessEnv = {}
    tuneRuntime(environment)
    expect(environment['GLIBC_TUNABLES']).toBe('glibc.pthread.rseq=0')
  })

  it('puts the settings of the owner behind its own, so that they win', () => {
    const environment: NodeJS.ProcessEnv = {
      MINIFLARE_WORKERD_V8_FLAGS: '--trace-gc --max-semi-space-size=8',
      GLIBC_TUNABLES: 'glibc.pthread.rseq=1:glibc.malloc.check=1',
    }
    tuneRuntime(environment)
    expect(environment['MINIFLARE_WORKERD_V8_FLAGS']).toBe(
      '--expose-gc --max-semi-space-size=4 --trace-gc --max-semi-space-size=8',
    )
    expect(environment['GLIBC_TUNABLES']).toBe(
      'glibc.pthread.rseq=0:glibc.pthread.rseq=1:glibc.malloc.check=1',
    )
  })
})
