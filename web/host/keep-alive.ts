/** Browsers stop a service worker 30 seconds after its last event, one of them even during a response. */
const PING_INTERVAL_MS = 10_000

/** The message that keeps the worker alive. It has no other meaning. */
export const PING = 'tidepool:keep-alive'

let open = 0
let timer: ReturnType<typeof setInterval> | undefined

/**
 * Runs `task`, which uses the node in the service worker, and keeps the worker of this page alive until the task has
 * ended. The task includes reading responses to their end. Gives the value of the task, and throws what it throws. In a
 * page without a service worker it only runs the task.
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
  // Absent on a page without HTTPS, whose tasks use a server.
  navigator.serviceWorker?.controller?.postMessage(PING)
}
