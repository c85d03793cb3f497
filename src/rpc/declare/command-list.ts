import type { AnyCommand, Reply, Shape } from './command.ts'
import { GLOBAL_OPTIONS } from './global-options.ts'
import { type WireType, wireMeta } from './wire.ts'

/** The declaration of a command without its handler, for programs that call it. Complete as JSON. */
export interface ListedCommand {
  readonly path: string
  readonly about: string
  readonly status?: 'experimental' | 'deprecated' | undefined
  /** In the order of `arg` on the wire. */
  readonly args: readonly ListedArgument[]
  readonly options: readonly ListedOption[]
  /** The name of the file part. Absent for a command without one. */
  readonly body?: string | undefined
  readonly reply: Reply<unknown, unknown>['kind']
}

export interface ListedArgument {
  readonly name: string
  readonly about: string
  readonly isRequired: boolean
  /** True for the last argument, if it takes all remaining values. */
  readonly isVariadic: boolean
}

export interface ListedOption {
  readonly name: string
  readonly about: string
  readonly type: WireType
  readonly aliases: readonly string[]
  readonly fallback?: unknown
}

/** Global options that have an effect for a program that reads replies as text or JSON. */
const OFFERED = ['timeout', 'offline', 'cid-base', 'upgrade-cidv0-in-output'] as const

/** Lists commands, sorted by path. Each has the global options too. */
export function listCommands(registry: readonly AnyCommand[]): ListedCommand[] {
  const shared = OFFERED.map((name) => [name, GLOBAL_OPTIONS[name]] as const)
  return registry
    .map(({ path, about, status, args, options, body, reply }) => ({
      path,
      about,
      status,
      args: listArguments(args),
      options: [...Object.entries(options), ...shared].map(([name, schema]) => {
        const { about, wire, aliases, fallback } = wireMeta(schema)
        return { name, about, type: wire, aliases, fallback }
      }),
      body,
      reply: reply.kind,
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

function listArguments(shape: Shape): ListedArgument[] {
  return Object.entries(shape).map(([name, schema]) => {
    const { about, required = false, variadic = false } = wireMeta(schema)
    return { name, about, isRequired: required, isVariadic: variadic }
  })
}
