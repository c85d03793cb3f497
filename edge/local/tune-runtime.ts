/** The environment variable in which the simulator reads V8 flags of its runtime. It has no option for them. */
const V8_FLAGS = 'MINIFLARE_WORKERD_V8_FLAGS'
/**
 * The object calls `gc()` to release buffers (`collect-buffers.ts`). The young generation is limited to 4 MiB
 * instead of 16: each Worker of the simulator keeps its garbage there until it is full. Collections of the young
 * generation leave weak references alone: by one, the object sees whether the whole heap was collected.
 */
const COLLECTOR = ['--expose-gc', '--max-semi-space-size=4', '--no-handle-weak-ref-weakly-in-minor-gc']
/**
 * Compilers allocate in the heap of a Worker on the main thread alone. In the background they may have to wait for
 * that Worker to collect garbage. On two cores V8 has a single thread in the background, so the main thread meanwhile
 * waited for ever for the sweep of another Worker's heap, which needs that thread too: the runtime answered nothing
 * any more (`test/large/background-compilation.test.ts`).
 */
const COMPILERS = [
  '--no-concurrent-sparkplug',
  '--no-maglev-build-code-on-background',
  '--no-maglev-deopt-data-on-background',
]

/** The environment variable in which the C library of Linux reads settings, separated by colons. */
const C_LIBRARY_SETTINGS = 'GLIBC_TUNABLES'
/**
 * The runtime's allocator, TCMalloc, keeps memory for each processor only if it can register for restartable
 * sequences. The C library does so first, unless told not to, and the allocator then keeps less, for each thread:
 * freeing the objects of finished calls took half as long again.
 */
const LEAVE_SEQUENCES = 'glibc.pthread.rseq=0'

/**
 * Limits the garbage that the runtime keeps in memory, keeps its threads from waiting for each other, and makes its
 * allocator faster. Settings of the owner in the
 * same variables take precedence. Call it before the runtime starts.
 */
export function tuneRuntime(environment: NodeJS.ProcessEnv = process.env): void {
  environment[V8_FLAGS] = [...COLLECTOR, ...COMPILERS, ...(environment[V8_FLAGS]?.split(' ') ?? [])].join(' ')
  environment[C_LIBRARY_SETTINGS] = [
    LEAVE_SEQUENCES,
    ...(environment[C_LIBRARY_SETTINGS]?.split(':') ?? []),
  ].join(':')
}
