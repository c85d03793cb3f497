import { Transform } from 'node:stream'

/**
 * What the runtime says of a request that it refuses before any code of ours: one that is no HTTP, a body with wrong
 * framing, a target or `Host` that makes no URL, and CONNECT. The client was answered.
 */
const REFUSED_REQUEST =
  /error: (Uncaught exception:|e =) (kj\/compat\/(http|url)\.c\+\+:|.*Incoming CONNECT on a worker not supported)/
const STACK = /^stack: /

/**
 * Leaves out the lines, with their stacks, that the runtime writes to stderr for requests that it refuses by itself:
 * any client could fill the log with them. Everything else passes as it is.
 */
export function quietErrors(): Transform {
  let rest = ''
  let isAfterRefusal = false
  const keep = (line: string) => {
    const isLeftOut = REFUSED_REQUEST.test(line) || (isAfterRefusal && STACK.test(line))
    isAfterRefusal = isLeftOut
    return !isLeftOut
  }
  return new Transform({
    decodeStrings: false,
    transform(chunk, _encoding, done) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      done(
        null,
        lines
          .filter(keep)
          .map((line) => `${line}\n`)
          .join(''),
      )
    },
    flush: (done) => done(null, rest),
  })
}
