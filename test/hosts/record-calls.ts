import { afterEach } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Paths below `/api/v0/` that were called and answered 200 while this test ran, or before it. */
    calls?: string[]
  }
}

const PREFIX = '/api/v0/'
const calls = new Set<string>()

/** Keeps a call that succeeded, for the table of what proves which command. */
export function recordCall(method: string, url: string, { status }: Response): void {
  const { pathname } = new URL(url, 'http://host')
  if (method === 'POST' && status === 200 && pathname.startsWith(PREFIX)) {
    calls.add(pathname.slice(PREFIX.length))
  }
}

/** Clients under test bring no `send`: what they call goes through here. */
const { fetch } = globalThis
globalThis.fetch = async (target, init) => {
  const response = await fetch(target, init)
  const url = target instanceof Request ? target.url : String(target)
  recordCall(init?.method ?? (target instanceof Request ? target.method : 'GET'), url, response)
  return response
}

afterEach(({ task }) => {
  task.meta.calls = [...calls]
  calls.clear()
})
