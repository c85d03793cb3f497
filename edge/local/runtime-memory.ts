/** Where the simulator reads the V8 flags of its runtime: it has no option for them. */
const VARIABLE = 'MINIFLARE_WORKERD_V8_FLAGS'
/**
 * The object calls the collector for its buffers (`collect-buffers.ts`). The young generation has 4 MiB where it would
 * grow to 16: garbage stays there until it is full, in each Worker of the simulator.
 */
const FLAGS = ['--expose-gc', '--max-semi-space-size=4']

/**
 * Bounds the garbage that the runtime keeps. Flags that the owner has set in the same variable follow, and win. Call it
 * before the runtime starts.
 */
export function boundMemory(environment: NodeJS.ProcessEnv = process.env): void {
  environment[VARIABLE] = [...FLAGS, ...(environment[VARIABLE]?.split(' ') ?? [])].join(' ')
}
