let opened = 0

/** A name that is new in this browser profile: each test gets storage of its own. */
export function freshName(): string {
  opened += 1
  return `test-${crypto.randomUUID()}-${opened}`
}
