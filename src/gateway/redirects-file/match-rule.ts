import { DomainError } from '../../errors.ts'
import { encodePath } from '../gateway-path.ts'
import type { Rule, RuleStatus } from './parse-rules.ts'

/** The result of a rule for a path. */
export interface RuleTarget {
  readonly status: RuleStatus
  /** The address, percent-encoded, with the placeholders filled in. */
  readonly to: string
}

/** Longest address that is made of a rule. Each placeholder may occur in it many times. */
const MAX_CHARACTERS = 8192

/**
 * The target of the first rule that matches; `undefined` when none does. `names` are the decoded segments of the path
 * below the root. Throws `corrupt` for an address over 8,192 characters.
 * Spec: web redirects file specification, order, placeholders and splat. Spec gap: a splat takes at least one segment,
 * as in the reference.
 */
export function matchRules(rules: readonly Rule[], names: readonly string[]): RuleTarget | undefined {
  for (const rule of rules) {
    const values = match(rule, names)
    if (values) return { status: rule.status, to: fill(rule.to, values) }
  }
  return undefined
}

/** The values of the placeholders, percent-encoded; `undefined` where the rule does not match. */
function match({ from, hasSplat }: Rule, names: readonly string[]): ReadonlyMap<string, string> | undefined {
  const fits = hasSplat ? names.length > from.length : names.length === from.length
  if (!fits) return undefined
  const values = new Map([['splat', encode(hasSplat ? names.slice(from.length) : [])]])
  for (const [at, segment] of from.entries()) {
    const name = names[at] ?? ''
    if ('placeholder' in segment) values.set(segment.placeholder, encode([name]))
    else if (segment.name !== name) return undefined
  }
  return values
}

/** Encoded, since a name may hold what means something in an address, such as a backslash. */
function encode(names: readonly string[]): string {
  return encodePath('', names).slice(1)
}

function fill(to: string, values: ReadonlyMap<string, string>): string {
  const longestFirst = [...values.keys()].sort((a, b) => b.length - a.length)
  let filled = ''
  for (let at = 0; at < to.length; ) {
    const name = to[at] === ':' ? longestFirst.find((known) => to.startsWith(known, at + 1)) : undefined
    filled += name === undefined ? to[at] : values.get(name)
    at += 1 + (name?.length ?? 0)
    if (filled.length > MAX_CHARACTERS) throw tooLong()
  }
  return filled
}

function tooLong(): DomainError {
  return new DomainError(
    'corrupt',
    `could not use _redirects: the address has over ${MAX_CHARACTERS} characters`,
  )
}
