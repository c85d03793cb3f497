/** Signals that fall due within the same 250 ms share one timer. */
const BUCKET_MS = 250

interface Bucket {
  readonly dueMs: number
  readonly controllers: AbortController[]
}

/**
 * Replaces `AbortSignal.timeout` by one that uses a timer for each 250 ms, not for each signal. The runtime permits
 * 10,000 active timers, and a timer of its own signals counts until it fires, also when the work is long done.
 * libp2p creates such a signal of 10 s for each stream.
 *
 * Call it for each instance of the object: timers of an unloaded one never fire.
 */
export function shareTimeoutSignals(): void {
  const buckets = new Map<number, Bucket>()
  const begin = (dueMs: number): Bucket => {
    const bucket = { dueMs, controllers: [] }
    buckets.set(dueMs, bucket)
    setTimeout(() => fire(bucket), Math.max(0, dueMs - Date.now()))
    return bucket
  }
  const fire = ({ dueMs, controllers }: Bucket) => {
    buckets.delete(dueMs)
    for (const controller of controllers) {
      controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    }
  }
  AbortSignal.timeout = (durationMs: number): AbortSignal => {
    const dueMs = Math.ceil((Date.now() + durationMs) / BUCKET_MS) * BUCKET_MS
    const controller = new AbortController()
    const { controllers } = buckets.get(dueMs) ?? begin(dueMs)
    controllers.push(controller)
    return controller.signal
  }
}
