/**
 * Aborts a controller with a signal that outlasts it. Returns what ends that, to be called when the controller is no
 * longer used. Not `AbortSignal.any` for each item of a long call: workerd keeps what it returns as long as its sources.
 */
export function abortWith(signal: AbortSignal | undefined, controller: AbortController): () => void {
  if (!signal) return () => undefined
  const abort = () => controller.abort(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  return () => signal.removeEventListener('abort', abort)
}
