import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { quietErrors } from '../../edge/local/quiet-errors.ts'
import { runStarter, temporaryFolder } from './run-starter.ts'

const STACK = 'stack: /workerd@526a2d4 /workerd@2020201\n'
const OF_REQUESTS = [
  'workerd/server/server.c++:6231: error: Uncaught exception: kj/compat/url.c++:165: failed: expected tryParse(url, context, options) != nullptr; invalid URL; url = http://127.0.0.1/\n',
  'workerd/server/server.c++:6231: error: Uncaught exception: workerd/io/worker-entrypoint.c++:648: failed: jsg.TypeError: Incoming CONNECT on a worker not supported\n',
  'workerd/server/server.c++:6231: error: Uncaught exception: kj/compat/http.c++:2330: failed: invalid Content-Length header value; cl = -1\n',
  'workerd/server/server.c++:6231: error: Uncaught exception: workerd/jsg/_virtual_includes/iterator/workerd/jsg/value.h:1477: failed: remote.jsg.Error: DomainError: block was not found locally (offline): ipld: could not find bafkqaaa\n',
  'workerd/io/io-context.c++:442: error: e = kj/compat/http.c++:1589: failed: HTTP chunk size overflow\n',
  'workerd/server/server.c++:6090: error: kj::getCaughtExceptionAsKj() = kj/async-io-unix.c++:186: disconnected: ::write(fd, buffer.begin(), buffer.size()): Broken pipe\n',
]
const OF_ALARMS =
  'workerd/io/actor-sqlite.c++:1025: warning: NOSENTRY SQLite alarm overdue, running despite AlarmManager mismatch; scheduledTime = 2027-01-01; actorId = x\n'
const OF_BOUNDS = [
  'workerd/server/server.c++:6231: error: Uncaught exception: kj/_virtual_includes/kj/kj/array.h:185: failed: expected start <= end && end <= size_; Out-of-bounds Array::slice().; start = 279; end = 278; size_ = 4096\n',
  'workerd/server/server.c++:6231: error: Uncaught exception: kj/_virtual_includes/kj/kj/string.h:90: failed: expected start <= end && end <= size_\n',
]
const KEPT = [
  'workerd/jsg/util.c++:374: error: e = kj/_virtual_includes/kj/kj/array.h:185: failed: Out-of-bounds Array::slice().\n',
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

  it('makes one line of all connections for which a bounds check of the runtime failed', async () => {
    const text = OF_BOUNDS.map((line) => line + STACK).join(KEPT.join(''))

    const left = await passed(text.repeat(3), 100)

    const [line, ...others] = left.split('\n')
    expect(line).toMatch(/^The runtime closed a connection/)
    expect(others.join('\n')).toBe(KEPT.join('').repeat(3))
  })

  it('leaves out alarms that are overdue after a kill', async () => {
    expect(await passed(KEPT.join(OF_ALARMS), 100)).toBe(KEPT.join(''))
  })

  it('passes a last line without an end', async () => {
    expect(await passed('halfway', 3)).toBe('halfway')
  })
})

/** The declared length ends between CR and LF of the body's last line, so a second request begins with that LF. */
it('npm start writes no stack for a body that is longer than declared by one byte', async () => {
  const body =
    '--Bad953c9829c\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n' +
    'Content-Type: applicatie="x"\r\nContent-Type: application/octet-stream\r\n\r\nhello\r\n-' +
    '-Bdaad953c9829c--\r\n'
  const { url, kill, ended, complaints } = await runStarter({ dataFolder: temporaryFolder() })
  const { hostname, port, host } = new URL(url)
  const head = `POST /api/v0/add HTTP/1.1\r\nHost: ${host}\r\nContent-Type: multipart/form-data; boundary=Bdaad953c9829c\r\nContent-Length: 146\r\n\r\n`

  for (const halfCloses of [false, true]) {
    const socket = connect(Number(port), hostname)
    socket[halfCloses ? 'end' : 'write'](head + body)
    let answer = ''
    for await (const piece of socket.setEncoding('utf8')) answer += piece
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  }

  kill('SIGTERM')
  await ended
  await expect.poll(complaints).toMatch(/^(The runtime closed a connection .*\n)?Stopping\n$/)
})
