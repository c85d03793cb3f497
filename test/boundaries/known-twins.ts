const CALENDAR = 'one of the two is in the calendar, which is being rebuilt in floors'
const WIRE = 'the same thing in the service and on the wire, where its schema has the name of the document'

/** Names that two files of `src` export today, with the reason. The list must only shrink. */
export const knownTwins: Readonly<Record<string, string>> = {
  DIGEST_BYTES: CALENDAR,
  WriteOptions: CALENDAR,
  ViewOptions: CALENDAR,
  Page: CALENDAR,
  Call: CALENDAR,
  Route: CALENDAR,
  Links: CALENDAR,
  placeOf: CALENDAR,
  Sent: CALENDAR,
  toResponse: CALENDAR,
  Change: CALENDAR,
  Keys: CALENDAR,
  Entry: CALENDAR,
  LedgerEvent: WIRE,
  LedgerUpdate: WIRE,
  LedgerParams: WIRE,
  RepoStat: WIRE,
  text: CALENDAR,
}
