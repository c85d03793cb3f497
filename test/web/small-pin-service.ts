import type { Behind } from './page-server.ts'

/** A pinning service below `/service` of a page's server that accepts every pin and never fetches one. */
export function smallPinService(): Behind {
  const pins = new Map<string, object>()
  const answer = async (request: Request, id: string): Promise<Response> => {
    if (request.method === 'DELETE') {
      pins.delete(id)
      return new Response(null, { status: 202 })
    }
    if (request.method === 'GET') return Response.json({ count: pins.size, results: [...pins.values()] })
    const requestid = String(pins.size + 1)
    const created = '2026-11-01T00:00:00Z'
    const pin = { requestid, created, status: 'queued', pin: await request.json(), delegates: [], info: {} }
    pins.set(requestid, pin)
    return Response.json(pin, { status: 202 })
  }
  return (request) => {
    const [, id] = /^\/service\/pins\/?(.*)$/.exec(new URL(request.url).pathname) ?? []
    return id === undefined ? undefined : answer(request, id)
  }
}
