import { Miniflare } from 'miniflare'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { tuneRuntime } from '../../edge/local/tune-runtime.ts'

const FLAGS =
  '--expose-gc --max-semi-space-size=4 --no-handle-weak-ref-weakly-in-minor-gc' +
  ' --no-concurrent-sparkplug --no-maglev-build-code-on-background --no-maglev-deopt-data-on-background'

/** Fills the young generation several times, and tells whether a weak reference still has its object. */
const WITNESS = `
  export default {
    async fetch() {
      const witness = new WeakRef({})
      let last
      for (let turn = 0; turn < 200; turn += 1) {
        last = Array.from({ length: 10_000 }, (_, at) => ({ at }))
        await scheduler.wait(0)
      }
      return Response.json({ isHeld: witness.deref() !== undefined, length: last.length })
    },
  }`

describe('tuneRuntime()', () => {
  it('gives the runtime its collector, and keeps its compilers from waiting for it in the background', () => {
    const environment: NodeJS.ProcessEnv = {}
    tuneRuntime(environment)
    expect(environment['MINIFLARE_WORKERD_V8_FLAGS']).toBe(FLAGS)
  })

  it('leaves weak references alone in collections of young objects: they tell of those of the whole heap', async () => {
    for (const name of ['MINIFLARE_WORKERD_V8_FLAGS', 'GLIBC_TUNABLES']) vi.stubEnv(name, undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    tuneRuntime()
    const runtime = new Miniflare({ modules: true, script: WITNESS, compatibilityDate: '2026-07-30' })
    onTestFinished(() => runtime.dispose())

    const response = await runtime.dispatchFetch('http://node.example.test/')

    expect(await response.json()).toEqual({ isHeld: true, length: 10_000 })
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
    expect(environment['MINIFLARE_WORKERD_V8_FLAGS']).toBe(`${FLAGS} --trace-gc --max-semi-space-size=8`)
    expect(environment['GLIBC_TUNABLES']).toBe(
      'glibc.pthread.rseq=0:glibc.pthread.rseq=1:glibc.malloc.check=1',
    )
  })
})
