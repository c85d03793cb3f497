import type { AnyCommand } from '../declare/command.ts'
import { GLOBAL_OPTIONS } from '../declare/global-options.ts'
import { type WireMeta, wireMeta } from '../declare/wire.ts'

export interface DeclaredOption extends WireMeta {
  readonly name: string
  /** The name and its aliases. */
  readonly keys: readonly string[]
}

/** What reading a call must know of its command. */
export interface DeclaredInput {
  /** The options of the command, then the global ones. */
  readonly options: readonly DeclaredOption[]
  /** All names and aliases of options. */
  readonly names: ReadonlySet<string>
  /** The values of all options when none is sent. */
  readonly fallbacks: Readonly<Record<string, unknown>>
  readonly args: readonly { readonly name: string; readonly meta: WireMeta }[]
  /** Position of the argument that may be sent in place of the file. -1 if there is none. */
  readonly bodyAt: number
}

const known = new WeakMap<AnyCommand, DeclaredInput>()

/** Derived from the command at its first call: doing so costs more than reading a small call. */
export function declaredInput(command: AnyCommand): DeclaredInput {
  const held = known.get(command)
  if (held) return held
  const options = Object.entries({ ...command.options, ...GLOBAL_OPTIONS }).map(([name, schema]) => {
    const meta = wireMeta(schema)
    return { ...meta, name, keys: [name, ...meta.aliases] }
  })
  const declared: DeclaredInput = {
    options,
    names: new Set(options.flatMap(({ keys }) => keys)),
    fallbacks: Object.fromEntries(options.map(({ name, fallback }) => [name, fallback])),
    args: Object.entries(command.args).map(([name, schema]) => ({ name, meta: wireMeta(schema) })),
    bodyAt: command.body === undefined ? -1 : Object.keys(command.args).indexOf(command.body),
  }
  known.set(command, declared)
  return declared
}
