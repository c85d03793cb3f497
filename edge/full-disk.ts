import { type DiskBindings, readDiskReport } from './disk-report.ts'
import { outageResponse } from './outage-response.ts'
import { withoutBody } from './without-body.ts'

/** Below this, databases cannot be written. The node itself stops writing before that. */
const FULL_BELOW_BYTES = 1024 * 1024
/** A request may fail more than once: an alarm that cannot be written may end the object again, seconds later. */
const MAX_TRIES = 3
const FULL = 'Cannot write: no space left on device'

/**
 * Passes a request to the object, and handles a full disk. On a full disk the runtime ends the object with all
 * of its requests and recreates it for the next one. A request without a body is then sent again, because reads
 * are served from a full disk. Others get an error: an RPC error below the RPC path, plain text elsewhere.
 */
export async function retryOnFullDisk(
  request: Request,
  env: DiskBindings,
  ask: (request: Request) => Promise<Response>,
): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask(tries === 1 ? request : withoutBody(request))
    } catch (error) {
      if (!(await isFull(error, env))) throw error
      if (tries === MAX_TRIES || hasBody(request)) return outageResponse(request, FULL, 507)
    }
  }
}

/** False for an empty body: a declared length of 0 makes `body` non-null. */
function hasBody({ body, headers }: Request): boolean {
  return body !== null && headers.get('Content-Length') !== '0'
}

/** The runtime does not always say why it ended an object, so the free space on the disk decides. */
async function isFull(error: unknown, env: DiskBindings): Promise<boolean> {
  if (/SQLITE_FULL|no space left on device/i.test(String(error))) return true
  if (!env.DISK) return false
  try {
    return (await readDiskReport(env)).freeBytes < FULL_BELOW_BYTES
  } catch {
    return false
  }
}
