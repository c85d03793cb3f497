import { once } from 'node:events'
import { createServer } from 'node:http'

const STATUSES = ['queued', 'pinning', 'pinned', 'failed']

/**
 * A server of the Pinning Services API, with one pin for each CID. It has the status that its name begins with, until
 * it is added under another name.
 */
export async function startPinningService(token) {
  const pins = new Map()
  let made = 0
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://127.0.0.1')
    const answer = (status, value) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    }
    const refuse = (status, reason) => answer(status, { error: { reason } })
    if (request.headers.authorization !== `Bearer ${token}`) return refuse(401, 'UNAUTHORIZED')
    const [, id] = /^\/pins\/?(.*)$/.exec(pathname) ?? []
    if (id === undefined) return refuse(404, 'NOT_FOUND')
    if (request.method === 'POST') {
      const pin = JSON.parse(Buffer.concat(await request.toArray()))
      const status = STATUSES.find((known) => pin.name?.startsWith(`${known}-`)) ?? 'queued'
      const known = [...pins.values()].find((other) => other.pin.cid === pin.cid)
      made += 1
      const requestid = `req-${made}`
      const kept = known ?? { requestid, created: new Date().toISOString(), pin, delegates: [] }
      pins.set(kept.requestid, { ...kept, status })
      return answer(202, pins.get(kept.requestid))
    }
    if (id === '') return answer(200, pageOf([...pins.values()], searchParams))
    if (!pins.has(id)) return refuse(404, 'NOT_FOUND')
    const found = pins.get(id)
    if (request.method === 'DELETE') pins.delete(id)
    return answer(request.method === 'DELETE' ? 202 : 200, found)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return `http://127.0.0.1:${server.address().port}`
}

function pageOf(pins, query) {
  const asked = (key) => query.get(key)?.split(',')
  const found = pins.filter(
    ({ status, pin: { cid, name } }) =>
      (asked('status') ?? [status]).includes(status) &&
      (asked('cid') ?? [cid]).includes(cid) &&
      (query.get('name') ?? name) === name,
  )
  return { count: found.length, results: found.slice(0, Number(query.get('limit') ?? 10)) }
}
