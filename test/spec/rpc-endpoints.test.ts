import { describe, expect, it } from 'vitest'
import { REGISTRY } from '../../src/rpc/commands/index.ts'
import type { AnyCommand } from '../../src/rpc/declare/command.ts'
import { wireMeta } from '../../src/rpc/declare/wire.ts'
import endpoints from '../fixtures/rpc/endpoints.json' with { type: 'json' }

const commands: readonly AnyCommand[] = REGISTRY

/** One row of the document. */
interface Row {
  readonly path: string
  readonly deprecated?: boolean
  readonly args: readonly string[]
  readonly options: readonly RowOption[]
  readonly body?: string
}

interface RowOption {
  readonly name: string
  readonly type: string
  readonly default?: unknown
  readonly status?: string
}

const rows: readonly Row[] = endpoints

/**
 * Where this node goes beyond the row, with the reason. The value replaces that of the row.
 */
const BEYOND: Readonly<Record<string, Partial<Row>>> = {
  // Today's clients send the message as a file part instead of the second argument.
  'pubsub/pub': { args: ['required', 'optional'], body: 'data' },
  // "No usable default" is the row's word for a default that its own table could not print.
  'cid/format': {
    options: [
      { name: 'f', type: 'string', default: '%s' },
      { name: 'v', type: 'string' },
      { name: 'codec', type: 'string' },
      { name: 'b', type: 'string' },
    ],
  },
}

/** That each path of the document has its command is the registry's own test. */
const held = rows.flatMap((row) =>
  commands.filter(({ path }) => path === row.path).map((command) => ({ row, command })),
)

describe.each(held)('RPC document, section 4, /$row.path', ({ row, command }) => {
  const { args, body, options } = { ...row, ...BEYOND[row.path] }

  it('takes the arguments of its row', () => {
    const kinds = Object.values(command.args).map((schema) =>
      wireMeta(schema).required ? 'required' : 'optional',
    )

    expect(kinds).toEqual(args)
  })

  it('takes the body part of its row', () => {
    expect(command.body).toBe(body)
  })

  it('takes the parameters of its row, with their types, defaults and status', () => {
    const declared = options.map((option) => declaredOption(command, option))

    expect(declared).toEqual(options)
  })

  it('is deprecated as its row is', () => {
    expect(command.status === 'deprecated').toBe(row.deprecated === true)
  })
})

/** The declaration of an option in the form of a row. */
function declaredOption(command: AnyCommand, { name, default: expected }: RowOption) {
  const schema = command.options[name]
  if (!schema) return undefined
  const { wire, shown, fallback = shown, status } = wireMeta(schema)
  // Rows leave out a default of false and an empty list.
  const isPlain =
    fallback === undefined || fallback === false || (Array.isArray(fallback) && fallback.length === 0)
  const isShown = !isPlain || expected !== undefined
  return { name, type: wire, ...(isShown && { default: fallback }), ...(status && { status }) }
}
