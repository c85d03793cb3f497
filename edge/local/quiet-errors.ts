import { Transform } from 'node:stream'

/**
 * Errors of the runtime for requests that it refuses before our code runs: invalid HTTP, a body with wrong
 * framing, a target or `Host` that is not part of a valid URL, and CONNECT. The client did get an answer.
 */
const REFUSED_REQUEST =
  /error: (Uncaught exception:|e =) (kj\/compat\/(http|url)\.c\+\+:|.*Incoming CONNECT on a worker not supported)/
const STACK = /^stack: /

/**
 * Removes lines about requests that the runtime refuses, with their stacks, from its stderr: any client could
 * fill the log with them. Everything else passes unchanged.
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
