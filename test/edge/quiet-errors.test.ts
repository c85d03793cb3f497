import { describe, expect, it } from 'vitest'
import { quietErrors } from '../../edge/local/quiet-errors.ts'

const STACK = 'stack: /workerd@526a2d4 /workerd@2020201\n'
const OF_REQUESTS = [
  'workerd/server/server.c++:6231: error: Uncaught exception: kj/compat/url.c++:165: failed: expected tryParse(url, context, options) != nullptr; invalid URL; url = http://127.0.0.1/\n',
  'workerd/server/server.c++:6231: error: Uncaught exception: workerd/io/worker-entrypoint.c++:648: failed: jsg.TypeError: Incoming CONNECT on a worker not supported\n',
  'workerd/server/server.c++:6231: error: Uncaught exception: kj/compat/http.c++:2330: failed: invalid Content-Length header value; cl = -1\n',
  'workerd/server/server.c++:6231: error: Uncaught exception: workerd/jsg/_virtual_includes/iterator/workerd/jsg/value.h:1477: failed: remote.jsg.Error: DomainError: block was not found locally (offline): ipld: could not find bafkqaaa\n',
  'workerd/io/io-context.c++:442: error: e = kj/compat/http.c++:1589: failed: HTTP chunk size overflow\n',
  'workerd/server/server.c++:6090: error: kj::getCaughtExceptionAsKj() = kj/async-io-unix.c++:186: disconnected: ::write(fd, buffer.begin(), buffer.size()): Broken pipe\n',
]
const KEPT = [
  'workerd/server/server.c++:6231: error: Uncaught exception: workerd/jsg/value.h:1477: failed: remote.jsg.TypeError: x is not a function\n',
  'workerd/server/server.c++:6231: error: Uncaught exception: kj/filesystem-disk-unix.c++:1: failed: No space left on device\n',
  STACK,
  '{"level":"error","scope":"app","message":"Cannot answer request: unexpected error"}\n',
]

async function passed(text: string, pieceLength: number): Promise<string> {
  const stream = quietErrors()
  for (let at = 0; at < text.length; at += pieceLength) stream.write(text.slice(at, at + pieceLength))
  stream.end()
  let left = ''
  for await (const piece of stream) left += String(piece)
  return left
}

describe('quietErrors()', () => {
  it.each([1, 7, 10_000])(
    'leaves out refused requests, cut responses, closed connections and their stacks alone, in pieces of %i',
    async (length) => {
      const text = OF_REQUESTS.map((line) => line + STACK).join(KEPT.join(''))

      expect(await passed(text, length)).toBe(KEPT.join('').repeat(OF_REQUESTS.length - 1))
    },
  )

  it('passes a last line without an end', async () => {
    expect(await passed('halfway', 3)).toBe('halfway')
  })
})
