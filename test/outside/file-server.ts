interface ServedFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly version: number
}

/**
 * A server of files for tests. `PUT` and `DELETE` at `/ranged/<name>` change them. The first segment says how they are
 * read: `/ranged` by ranges with an entity tag, `/plain` whole only, `/redirect` by way of another address,
 * `/away` by way of a host that is not allowed, `/broken` with a 500, `/packed` as if they were compressed.
 */
export function fileServer(): (request: Request) => Promise<Response> {
  const files = new Map<string, ServedFile>()
  let versions = 0

  return async (request) => {
    const [, way = '', name = ''] = /^\/(\w+)\/(.+)$/.exec(new URL(request.url).pathname) ?? []
    if (request.method === 'PUT') {
      versions += 1
      files.set(name, { bytes: new Uint8Array(await request.arrayBuffer()), version: versions })
      return new Response()
    }
    if (request.method === 'DELETE') {
      files.delete(name)
      return new Response()
    }
    const file = files.get(name)
    if (way === 'redirect') return redirected(`/files/ranged/${name}`)
    if (way === 'away') return redirected('http://127.0.0.2:1/')
    if (way === 'broken') return new Response('broken', { status: 500 })
    if (!file) return new Response('absent', { status: 404 })
    const headers = { ETag: `"${file.version}"` }
    if (way === 'packed')
      return new Response(file.bytes, { status: 206, headers: { 'Content-Encoding': 'br' } })
    return way === 'plain'
      ? new Response(file.bytes, { headers })
      : rangeOf(file, request.headers.get('Range'))
  }
}

function redirected(target: string): Response {
  return new Response(null, { status: 302, headers: { Location: target } })
}

function rangeOf({ bytes, version }: ServedFile, range: string | null): Response {
  const headers = { ETag: `"${version}"` }
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (from === undefined || to === undefined) return new Response(bytes, { headers })
  const end = Math.min(Number(to) + 1, bytes.byteLength)
  if (Number(from) >= bytes.byteLength) {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${bytes.byteLength}` } })
  }
  const contentRange = `bytes ${from}-${end - 1}/${bytes.byteLength}`
  return new Response(bytes.slice(Number(from), end), {
    status: 206,
    headers: { ...headers, 'Content-Range': contentRange },
  })
}
