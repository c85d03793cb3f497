import * as z from 'zod/mini'
import { nodeSections } from '../../../src/config/schema.ts'
import { factsOf } from '../../../src/settings/kind.ts'
import type { Setting } from '../../../src/settings/setting.ts'

/** What one variable reads. */
export interface Case {
  /** Section and key of the value. */
  readonly at: string
  readonly unset: unknown
  /** A text, and the value that a service takes. */
  readonly right: readonly [string, unknown]
  /** A text that cannot be read, and what is said of it. */
  readonly wrong: readonly [string, RegExp]
}

/** No kind of setting of a node accepts it. */
const WRONG = '?'

/** A case for each variable of a node, from its declaration: its kind has an example, and reads it. */
export function settingCases(): Readonly<Record<string, Case>> {
  return Object.fromEntries(
    Object.entries(nodeSections).flatMap(([section, { settings }]) =>
      Object.entries<Setting>(settings).map(([key, setting]) => [
        setting.variable,
        caseOf(setting, `${section}.${key}`),
      ]),
    ),
  )
}

function caseOf(
  { name, variable, type, action = 'read', default: unset, isSecret }: Setting,
  at: string,
): Case {
  const example = factsOf(type)?.example
  if (example === undefined) throw new Error(`${variable} is of no kind of src/settings`)
  const quoted = isSecret ? '' : ` "\\${WRONG}"`
  return {
    at,
    unset,
    right: [example, z.parse(type, example)],
    wrong: [WRONG, new RegExp(`^Cannot (${action}|allow origin) ?(${variable}|${name})?${quoted}: \\w`)],
  }
}
