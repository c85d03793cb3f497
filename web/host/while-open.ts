/**
 * Opens something over a storage at the first call, and caches it. The next call opens it again after the opening
 * failed, or after `onClosed` was called because the storage was closed.
 */
export function whileOpen<T>(open: (onClosed: () => void) => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    if (opened) return opened
    const forget = () => {
      if (opened === opening) opened = undefined
    }
    const opening = open(forget).catch((error: unknown) => {
      forget()
      throw error
    })
    opened = opening
    return opening
  }
}
