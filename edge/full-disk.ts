import type { Env } from './env.ts'

/** What is left where no database can be written: the node itself leaves that much. */
const FULL_BELOW_BYTES = 1024 * 1024
/** An alarm that cannot be written may end the object again, seconds later. */
const MOST_TRIES = 3

/**
 * Asks the object, whose database may find the disk full. The runtime gives up the object then, with all requests that
 * it serves, and makes it anew for the next: so a request without a body is asked again, since what reads
 * is served from a full disk. Others are answered with an error, of the RPC API below its path, elsewhere in plain text.
 */
export async function unlessFull(
  request: Request,
  env: Pick<Env, 'DISK'>,
  ask: (request: Request) => Promise<Response>,
): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask(tries === 1 ? request : withoutBody(request))
    } catch (error) {
      if (!(await isFull(error, env))) throw error
      if (tries === MOST_TRIES || hasBody(request)) return fullDiskResponse(request)
    }
  }
}

/** A declared length of 0 makes a body, too. */
function hasBody({ body, headers }: Request): boolean {
  return body !== null && headers.get('Content-Length') !== '0'
}

/** An empty body can be sent only once as well. */
function withoutBody({ url, method, headers, signal }: Request): Request {
  return new Request(url, { method, headers, signal, redirect: 'manual' })
}

/** The runtime does not always say why it gave up an object: then the disk does. */
async function isFull(error: unknown, { DISK: disk }: Pick<Env, 'DISK'>): Promise<boolean> {
  if (/SQLITE_FULL|no space left on device/i.test(String(error))) return true
  if (!disk) return false
  try {
    const { freeBytes } = await (await disk.fetch('http://disk/')).json<{ freeBytes: number }>()
    return freeBytes < FULL_BELOW_BYTES
  } catch {
    return false
  }
}

function fullDiskResponse({ url }: Request): Response {
  const text = 'Cannot write: no space left on device'
  if (new URL(url).pathname.startsWith('/api/v0/')) {
    return Response.json({ Message: text, Code: 0, Type: 'error' }, { status: 500 })
  }
  return new Response(`${text}\n`, {
    status: 507,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
