import { DAMAGED, isDamage } from './damage.ts'
import { outageResponse, textResponse } from './outage-response.ts'

let isDamageLogged = false

/**
 * The response to a request that the object could not take, with a line in the log. A damaged database is told
 * apart where the error names it, since trying again cannot help then; it is logged once.
 */
export function cannotAnswer(request: Request, error: unknown): Response {
  const isDamaged = isDamage(error)
  if (!(isDamaged && isDamageLogged)) {
    // biome-ignore lint/suspicious/noConsole: the front has no node and so no Logger
    console.error(JSON.stringify({ level: 'error', scope: 'front', message: String(error) }))
  }
  isDamageLogged ||= isDamaged
  if (isDamaged) return outageResponse(request, DAMAGED, 503)
  return textResponse('The node cannot answer right now: try again', 503, { 'Retry-After': '1' })
}
