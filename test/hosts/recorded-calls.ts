const PREFIX = '/api/v0/'
const calls = new Set<string>()

/** Records a call that succeeded. The table of commands names the tests that prove a command. */
export function recordCall(method: string, url: string, { status }: Response): void {
  const { pathname } = new URL(url, 'http://host')
  if (method === 'POST' && status === 200 && pathname.startsWith(PREFIX)) {
    calls.add(pathname.slice(PREFIX.length))
  }
}

/** The paths below `/api/v0/` recorded since the last call of this function. */
export function takeCalls(): string[] {
  const taken = [...calls]
  calls.clear()
  return taken
}

/** Clients under test do not use `send`: their requests are recorded here. */
const { fetch } = globalThis
globalThis.fetch = async (target, init) => {
  const response = await fetch(target, init)
  const url = target instanceof Request ? target.url : String(target)
  recordCall(init?.method ?? (target instanceof Request ? target.method : 'GET'), url, response)
  return response
}
