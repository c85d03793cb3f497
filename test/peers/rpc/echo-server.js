import { createServer } from 'node:http'

/** What suites fetch URLs from: `/download?data=` answers with the data, `/redirect?to=` leads on. */
export async function startEchoServer() {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://127.0.0.1')
    if (pathname === '/redirect') response.writeHead(302, { Location: searchParams.get('to') }).end()
    else response.end(searchParams.get('data') ?? '')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `http://127.0.0.1:${server.address().port}`
}
