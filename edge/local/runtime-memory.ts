/** The environment variable in which the simulator reads V8 flags of its runtime. It has no option for them. */
const VARIABLE = 'MINIFLARE_WORKERD_V8_FLAGS'
/**
 * The object calls `gc()` to release buffers (`collect-buffers.ts`). The young generation is limited to 4 MiB
 * instead of 16: each Worker of the simulator keeps its garbage there until it is full.
 */
const FLAGS = ['--expose-gc', '--max-semi-space-size=4']

/**
 * Limits the garbage that the runtime keeps in memory. Flags of the owner in the same variable take precedence.
 * Call it before the runtime starts.
 */
export function boundMemory(environment: NodeJS.ProcessEnv = process.env): void {
  environment[VARIABLE] = [...FLAGS, ...(environment[VARIABLE]?.split(' ') ?? [])].join(' ')
}
