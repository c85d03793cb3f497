import { Miniflare } from 'miniflare'
import { expect, it, onTestFinished, vi } from 'vitest'
import { tuneRuntime } from '../../edge/local/tune-runtime.ts'

/** Without the flags of the starter, two cores hung after 730 calls. */
const CALLS = 2_000
const FUNCTIONS = 1_500
const STATEMENTS = 40

/** Keeps the compilers busy: in each call, further functions become hot. */
const COMPILED = `
  const functions = [${Array.from({ length: FUNCTIONS }, (_, at) => hotFunction(at)).join(',\n')}]
  let next = 0
  export default {
    async fetch() {
      let sum = 0
      for (let turn = 0; turn < 150; turn += 1) {
        const hot = functions[(next + turn) % functions.length]
        for (let n = 0; n < 40; n += 1) sum += hot({ x0: n, x1: 2, x2: 3, x3: 4, x4: 5 })
      }
      next = (next + 150) % functions.length
      return new Response(String(sum))
    },
  }`

function hotFunction(at: number): string {
  const statements = Array.from(
    { length: STATEMENTS },
    (_, n) => `s = (s * ${at + n + 3} + a.x${n % 5}) % 1000003; if (s % ${n + 2} === 0) s += a.y ?? ${n}`,
  )
  return `(a) => { let s = 1; ${statements.join('; ')}; return s }`
}

/** Makes objects of the runtime, whose sweep takes turns with the main thread. */
const SWEPT = `
  export default {
    async fetch() {
      let size = 0
      for (let n = 0; n < 1500; n += 1) {
        const headers = new Headers({ a: 'b' + n })
        size += new Response('x', { headers }).headers.get('a').length
        new Request('http://node.example.test/', { headers })
        new ReadableStream()
      }
      return new Response(String(size))
    },
  }`

it('a runtime of several Workers goes on answering while their functions are compiled', {
  timeout: 180_000,
}, async () => {
  for (const name of ['MINIFLARE_WORKERD_V8_FLAGS', 'GLIBC_TUNABLES']) vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  tuneRuntime()
  const names = ['swept', 'first', 'second', 'third', 'fourth', 'fifth']
  const runtime = new Miniflare({
    workers: names.map((name) => ({
      name,
      modules: true,
      script: name === 'swept' ? SWEPT : COMPILED,
      compatibilityDate: '2026-07-30',
      unsafeDirectSockets: [{ port: 0 }],
    })),
    cf: false,
  })
  onTestFinished(() => runtime.dispose())
  await runtime.ready
  const urls = await Promise.all(names.map((name) => runtime.unsafeGetDirectURL(name)))

  let answers = 0
  const client = async (url: URL) => {
    while (answers < CALLS) {
      // The runtime closes connections that wait while other Workers run.
      const headers = { Connection: 'close' }
      await (await fetch(url, { headers, signal: AbortSignal.timeout(30_000) })).text()
      answers += 1
    }
  }
  await Promise.all([...urls, ...urls].map(client))

  expect(answers).toBeGreaterThanOrEqual(CALLS)
})
