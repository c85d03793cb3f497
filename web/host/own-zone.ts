/** The time zone of this browser, which its own calendar uses. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
