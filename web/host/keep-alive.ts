/** Engines stop a service worker 30 seconds after its last event, one of them in the middle of a response. */
const PING_INTERVAL_MS = 10_000

/** What a page posts to the worker. That it arrives is all it says. */
export const PING = 'tidepool:keep-alive'

let open = 0
let timer: ReturnType<typeof setInterval> | undefined

/**
 * Runs `task`, which uses the node behind the service worker until it resolves, and keeps the worker alive
 * meanwhile. Reading a response to its end is part of the task.
 */
export async function keepingAlive<T>(task: () => Promise<T>): Promise<T> {
  open += 1
  timer ??= setInterval(ping, PING_INTERVAL_MS)
  try {
    return await task()
  } finally {
    open -= 1
    if (open === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

function ping(): void {
  navigator.serviceWorker.controller?.postMessage(PING)
}
