/** The time zone of this browser, in which its own calendar is kept. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
