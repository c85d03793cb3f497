import type { CallRecord } from '../../../diagnostics/call-history.ts'

/** The reference's text for a time that has not come. */
const NEVER = '0001-01-01T00:00:00Z'

/** Formats one call for the wire. */
export function printCall({ id, command, options, args, startMs, endMs }: CallRecord) {
  return {
    StartTime: new Date(startMs).toISOString(),
    EndTime: endMs === undefined ? NEVER : new Date(endMs).toISOString(),
    Active: endMs === undefined,
    Command: command,
    Options: options,
    Args: [...args],
    ID: id,
  }
}

/** Formats the calls as a table: the running ones, or all. */
export function callTable(calls: readonly ReturnType<typeof printCall>[], withEnded: boolean): string {
  const rows = calls
    .filter(({ Active }) => Active || withEnded)
    .map(({ ID, Command, Args, Options, Active, StartTime, EndTime }) =>
      withEnded
        ? [ID, Command, Args.join(' '), JSON.stringify(Options), Active, StartTime, EndTime].join('\t')
        : [Command, Active, StartTime].join('\t'),
    )
  const head = withEnded
    ? 'ID\tCommand\tArguments\tOptions\tActive\tStartTime\tEndTime'
    : 'Command\tActive\tStartTime'
  return [head, ...rows].map((row) => `${row}\n`).join('')
}
