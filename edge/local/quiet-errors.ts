import { Transform } from 'node:stream'

/**
 * Errors of the runtime for requests that it refuses before our code runs: invalid HTTP, a body with wrong
 * framing, a target or `Host` that is not part of a valid URL, and CONNECT. The client did get an answer. And for
 * responses that our code ends early, as for a missing block: an ordinary result, or in our own log. And for
 * connections that the client closed before it had read all.
 */
const REQUEST =
  /error: ((Uncaught exception:|e =) (kj\/compat\/(http|url)\.c\+\+:|.*(Incoming CONNECT on a worker not supported|jsg\.Error: DomainError: ))|.* = kj\/async-io-unix\.c\+\+:\d+: disconnected: )/
const STACK = /^stack: /

/**
 * Removes lines about requests that the runtime refuses, responses that are cut and connections that are closed, with their stacks, from its
 * stderr: any client could fill the log with them. Everything else passes unchanged.
 */
export function quietErrors(): Transform {
  let rest = ''
  let isAfterRequest = false
  const keep = (line: string) => {
    const isLeftOut = REQUEST.test(line) || (isAfterRequest && STACK.test(line))
    isAfterRequest = isLeftOut
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
