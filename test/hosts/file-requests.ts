let leaving = new AbortController()

/** Aborts once the current test file is over. */
export function fileSignal(): AbortSignal {
  return leaving.signal
}

/** Leaves every request of the file that has no end yet, as its page would by closing: files share one page. */
export function leaveRequests(): void {
  leaving.abort()
  leaving = new AbortController()
}
