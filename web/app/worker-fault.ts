import { frameTexts } from './language/frame-texts.ts'

/** The server lacks a file of the service worker. The message is for the visitor and names the file. */
export class WorkerFault extends Error {}

const WORKER = '/sw.js'

/** Parts of the worker beside it, by the names that the build gives them. */
const PARTS = /\bsw-[\w.-]+?\.js\b/g

/** Finds out why the worker cannot be installed: browsers do not report it. */
export async function workerFault(cause?: unknown): Promise<Error> {
  const missing = await missingFile().catch(() => undefined)
  if (missing === undefined) return new Error(frameTexts.noStart, { cause })
  return new WorkerFault(frameTexts.noWorkerFile(missing), { cause })
}

/** The first file of the worker that the server does not have. `undefined` where it has all. */
async function missingFile(): Promise<string | undefined> {
  const script = await fetch(WORKER, { cache: 'no-store' })
  if (!isScript(script)) return WORKER
  for (const part of new Set((await script.text()).match(PARTS))) {
    if (!isScript(await fetch(`/${part}`, { method: 'HEAD', cache: 'no-store' }))) return `/${part}`
  }
  return undefined
}

/** Some servers answer with the page itself in place of a missing file. */
function isScript({ ok, headers }: Response): boolean {
  return ok && !(headers.get('Content-Type') ?? '').startsWith('text/html')
}
