import { DomainError } from '../errors.ts'
import type { AnyPart } from '../parts/define-part.ts'

export interface OrderOptions {
  /** True for the name of a port or part that exists already. */
  readonly has: (name: string) => boolean
  /** True for the name of a part that is loaded later, which no part of this list may need. */
  readonly isLazy: (name: string) => boolean
}

/**
 * Sorts parts so that each comes after the parts that it needs, and otherwise keeps their order.
 *
 * Throws `failed-precondition` for a duplicate name, for a need that nothing provides, and for a cycle of
 * needs, which the message lists.
 */
export function orderParts(parts: readonly AnyPart[], { has, isLazy }: OrderOptions): readonly AnyPart[] {
  const byName = new Map<string, AnyPart>()
  const ordered = new Set<AnyPart>()
  for (const part of parts) {
    if (byName.has(part.name) || has(part.name)) throw refused(part, 'the node has something of that name')
    byName.set(part.name, part)
  }
  for (const part of parts) visit(part, [])
  return [...ordered]

  function visit(part: AnyPart, above: readonly string[]): void {
    if (ordered.has(part)) return
    const path = [...above, part.name]
    if (above.includes(part.name)) {
      const circle = path.slice(above.indexOf(part.name)).map((name) => `"${name}"`)
      throw refused(part, `parts need one another in a circle: ${circle.join(' needs ')}`)
    }
    for (const [name, kind] of Object.entries(part.needs)) {
      const needed = byName.get(name)
      if (needed) visit(needed, path)
      else if (isLazy(name)) throw refused(part, `its need "${name}" is a lazy part, loaded later`)
      else if (kind === 'required' && !has(name)) throw refused(part, `no port or part provides "${name}"`)
    }
    ordered.add(part)
  }
}

function refused({ name }: AnyPart, reason: string): DomainError {
  return new DomainError('failed-precondition', `Cannot create part "${name}": ${reason}`)
}
