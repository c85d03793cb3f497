import { request } from 'node:http'

/** Sends a request to the server at `url`, whatever host its own address names: that one becomes its `Host`. */
export function sendByHost(url: string, { url: address, method, headers }: Request): Promise<Response> {
  const { host, pathname, search } = new URL(address)
  const options = { method, path: pathname + search, headers: { ...Object.fromEntries(headers), Host: host } }
  return new Promise((resolve, reject) => {
    request(url, options, async (answer) => {
      const chunks: Uint8Array<ArrayBuffer>[] = []
      for await (const chunk of answer) chunks.push(new Uint8Array(chunk))
      const { statusCode: status = 0, headersDistinct } = answer
      const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      )
      const body = status === 204 || status === 304 ? null : new Blob(chunks)
      resolve(new Response(body, { status, headers: pairs }))
    })
      .on('error', reject)
      .end()
  })
}
