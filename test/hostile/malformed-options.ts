import { REGISTRY } from '../../src/rpc/commands/index.ts'
import type { AnyCommand } from '../../src/rpc/declare/command.ts'
import { GLOBAL_OPTIONS } from '../../src/rpc/declare/global-options.ts'
import { wireMeta } from '../../src/rpc/declare/wire.ts'
import { file, form } from '../requests/form.ts'
import type { HostileRequest } from './hostile-request.ts'

const NO_INTEGERS = [
  '',
  'x',
  '1.5',
  '1e3',
  '0x',
  '08',
  '0b2',
  '--1',
  '+',
  ' 1',
  '1 ',
  '1,2',
  'NaN',
  '∞',
  '١',
  '9'.repeat(400),
]
const TOO_LARGE = { int: '2147483648', uint: '4294967296', int64: '9223372036854775808' } as const
const TOO_SMALL = { int: '-2147483649', uint: '-1', int64: '-9223372036854775809' } as const
const NO_BOOLS = ['2', '-1', 'yes', 'no', 'on', 'maybe', 'truee', 'true ', 'null', '0x1', '✓']

interface Served {
  readonly command: AnyCommand
  readonly name: string
  /** The option's own name or one of its aliases. */
  readonly key: string
  readonly wire: ReturnType<typeof wireMeta>['wire']
}

/** Refused before they are read, but to a token that names them: who may call them is in the access matrix. */
const FOR_NAMED_TOKENS = ['key/export', 'key/rotate']

const SERVED: readonly AnyCommand[] = REGISTRY.filter(
  ({ path, run }) => run && !FOR_NAMED_TOKENS.includes(path),
)

function* servedOptions(): Generator<Served> {
  for (const command of SERVED) {
    for (const [name, schema] of Object.entries({ ...command.options, ...GLOBAL_OPTIONS })) {
      // As with those commands, a call with it is refused before it is read.
      if (name === command.secretWith?.option) continue
      const { wire, aliases } = wireMeta(schema)
      for (const key of [name, ...aliases]) yield { command, name, key, wire }
    }
  }
}

/**
 * Values of the wrong type for each option of each served command, as the registry declares them: a few for
 * each option, all of them for one option or another.
 */
export function wrongTypes(): HostileRequest[] {
  return [...servedOptions()].flatMap(({ command, name, key, wire }, at) =>
    wrongValues(wire, at).map((value) => ({
      ...request(command, [[key, value]]),
      text: `could not convert ${value === '' ? 'empty value' : `value ${JSON.stringify(value)}`} to type "${wire}" (for option "-${name}")`,
    })),
  )
}

/** Each option of each served command sent twice, where it takes one value. */
export function repeatedOptions(): HostileRequest[] {
  return [...servedOptions()]
    .filter(({ wire }) => wire !== 'array')
    .map(({ command, key }) => ({
      ...request(command, [
        [key, '1'],
        [key, '2'],
      ]),
      text: `expected key ${key} to have only a single value, received [1 2]`,
    }))
}

/** Options that have the right type and no meaning. */
export function meaninglessOptions(): HostileRequest[] {
  const version = REGISTRY.find(({ path }) => path === 'version')
  if (!version) return []
  const texts: readonly (readonly [key: string, value: string, text: string])[] = [
    ...['xml', 'protobuf', 'JSON', ' ', '', '../json', 'json,text', 'text\0'].map(
      (value) => ['encoding', value, `invalid encoding: ${value}`] as const,
    ),
    ...[
      '',
      '1',
      '5',
      's',
      '1x',
      '1.s.',
      '1 s',
      '1d',
      '∞',
      'infinity',
      '1s1',
      '-',
      '--1s',
      '1s;',
      `${'9'.repeat(400)}h`,
      '300y',
    ].map((value) => ['timeout', value, `invalid timeout: ${value}`] as const),
  ]
  return texts.map(([key, value, text]) => ({ ...request(version, [[key, value]]), text }))
}

/** Each served command without what it requires. */
export function missingArguments(): HostileRequest[] {
  return SERVED.flatMap((command) => {
    const { path, args, body } = command
    const name = `${path} with nothing`
    if (body !== undefined && !(body in args)) {
      return [{ name, path: `/api/v0/${path}`, status: 400, text: `file argument '${body}' is required` }]
    }
    const required = Object.entries(args).find(([, schema]) => wireMeta(schema).required)
    if (!required) return []
    // The file is looked for first, also where it may be an argument.
    const text =
      body === undefined ? `argument "${required[0]}" is required` : `file argument '${body}' is required`
    return [{ name, path: `/api/v0/${path}`, status: 400, text }]
  })
}

function wrongValues(wire: Served['wire'], at: number): readonly string[] {
  if (wire === 'bool') return turned(NO_BOOLS, at)
  if (wire === 'string' || wire === 'array') return []
  return [...turned(NO_INTEGERS, at), TOO_LARGE[wire], TOO_SMALL[wire]]
}

/** Two of the values, others for another number. */
function turned(values: readonly string[], at: number): readonly string[] {
  return [0, 1].map((next) => values[(2 * at + next) % values.length] ?? '')
}

function request(command: AnyCommand, query: [string, string][]): Omit<HostileRequest, 'text'> {
  const path = `/api/v0/${command.path}?${new URLSearchParams(query)}`
  return {
    name: path,
    path,
    init: command.body === undefined ? { method: 'POST' } : form(file('x', 'never stored')),
    status: 400,
  }
}
