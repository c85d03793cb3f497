import { Transform } from 'node:stream'

/**
 * Errors of the runtime for requests that it refuses before our code runs: invalid HTTP, a body with wrong
 * framing, a target or `Host` that is not part of a valid URL, and CONNECT. The client did get an answer. And for
 * responses that our code ends early, as for a missing block: an ordinary result, or in our own log. And for
 * connections that the client closed before it had read all.
 */
const REQUEST =
  /error: ((Uncaught exception:|e =) (kj\/compat\/(http|url)\.c\+\+:|.*(Incoming CONNECT on a worker not supported|jsg\.Error: DomainError: |jsg\.TypeError: Invalid URL string\.$))|.* = kj\/async-io-unix\.c\+\+:\d+: disconnected: )/
/** After a kill, an alarm may be due while the runtime has planned none. It runs the alarm, as it should. */
const ALARM = /: warning: NOSENTRY SQLite alarm overdue, running despite AlarmManager mismatch/
const STACK = /^stack: /
/**
 * A connection that ended because a bounds check of the runtime's own reader of HTTP failed, as for a second request
 * that begins within the body of the first. Errors of our code are never of these files: the runtime reports those
 * from its own folder workerd.
 */
const BOUNDS =
  /workerd\/server\/server\.c\+\+:\d+: error: Uncaught exception: kj\/(\S*\/)?(array|string|vector)\.h:\d+: failed: /
/** In place of the first such error. */
const BOUNDS_LINE =
  'The runtime closed a connection whose request it could not read. Later ones are closed without a line here.'

/**
 * Removes lines about requests that the runtime refuses, responses that are cut and connections that are closed, with
 * their stacks, from its stderr: any client could fill the log with them. Failed bounds checks for a connection become
 * one line in all. Overdue alarms are removed too. Everything else passes unchanged.
 */
export function quietErrors(): Transform {
  let rest = ''
  let isAfterRequest = false
  let hasToldBounds = false
  const pass = (line: string): readonly string[] => {
    if (ALARM.test(line)) return []
    const isBounds = BOUNDS.test(line)
    const isLeftOut = isBounds || REQUEST.test(line) || (isAfterRequest && STACK.test(line))
    isAfterRequest = isLeftOut
    if (!isLeftOut) return [line]
    if (!isBounds || hasToldBounds) return []
    hasToldBounds = true
    return [BOUNDS_LINE]
  }
  return new Transform({
    decodeStrings: false,
    transform(chunk, _encoding, done) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      done(
        null,
        lines
          .flatMap(pass)
          .map((line) => `${line}\n`)
          .join(''),
      )
    },
    flush: (done) => done(null, rest),
  })
}
