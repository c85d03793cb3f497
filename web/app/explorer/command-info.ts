import type { ApiOperation, ApiParameter, Argument, Description, ReplyKind } from './description.ts'

/** The values that a visitor has entered, as strings like on the wire. Empty ones are not sent. */
export interface Filled {
  readonly args: Readonly<Record<string, readonly string[]>>
  readonly options: Readonly<Record<string, readonly string[]>>
  readonly files: readonly File[]
  /** One file part without a name. Absent when there are files, or when the command takes none. */
  readonly text?: string
}

/** One command with the data that its form needs. */
export interface CommandInfo {
  /** As on the wire: `block/put`. */
  readonly path: string
  readonly about: string
  /** The heading of the command's group. */
  readonly area: string
  /** False for a command that is declared, but not supported by this build. */
  readonly isServed: boolean
  readonly status: 'experimental' | 'deprecated' | undefined
  /** True for a command that requires a token that names its path, and can never be called by a page. */
  readonly isSecret: boolean
  readonly reply: ReplyKind
  readonly args: readonly Argument[]
  readonly options: readonly ApiParameter[]
  /** Options of every command. */
  readonly common: readonly ApiParameter[]
  readonly body: BodyInfo | undefined
  readonly example: Filled | undefined
}

/** The file parts that a command takes. */
export interface BodyInfo {
  readonly name: string
  readonly about: string
  readonly isRequired: boolean
  readonly takesSeveral: boolean
}

/** Options of every command that the typed client supports. The others have no effect over HTTP. */
const COMMON = ['timeout', 'offline', 'cid-base', 'upgrade-cidv0-in-output']

/** All commands of the API document, in its order. */
export function commandInfos({ paths, components }: Description): CommandInfo[] {
  const common = COMMON.flatMap((name) => components.parameters[name] ?? [])
  return Object.entries(paths).flatMap(([path, { post }]) =>
    post ? [commandInfo(path.slice(1), post, common)] : [],
  )
}

function commandInfo(path: string, operation: ApiOperation, common: readonly ApiParameter[]): CommandInfo {
  const own = operation.parameters.filter((parameter) => 'name' in parameter)
  const positional = own.find(({ name }) => name === 'arg')
  const info = {
    path,
    about: operation.summary,
    area: operation.tags[0],
    isServed: operation['x-tidepool-served'],
    status: operation['x-tidepool-status'],
    isSecret: operation['x-tidepool-secret'] ?? false,
    reply: operation.responses['200']['x-tidepool-reply'],
    args: positional?.['x-tidepool-args'] ?? [],
    options: own.filter((parameter) => parameter !== positional),
    common,
    body: bodyInfo(operation),
  }
  return { ...info, example: exampleOf(operation, info, positional) }
}

/** A body that replaces arguments has no field of its own: the arguments have. */
function bodyInfo({ requestBody }: ApiOperation): BodyInfo | undefined {
  if (!requestBody) return undefined
  const [[name, { type }] = ['', { type: 'string' }]] = Object.entries(
    requestBody.content['multipart/form-data'].schema.properties,
  )
  if (name === 'arguments') return undefined
  const { required = false, description = '' } = requestBody
  return { name, about: description, isRequired: required, takesSeveral: type === 'array' }
}

function exampleOf(
  { requestBody }: ApiOperation,
  { args, options }: Pick<CommandInfo, 'args' | 'options'>,
  positional: ApiParameter | undefined,
): Filled | undefined {
  const sent = [positional?.example ?? []].flat().map(String)
  const body = Object.values(requestBody?.content['multipart/form-data'].example ?? {}).flat()[0]
  const set = options.flatMap(({ name, example }) =>
    example === undefined ? [] : [[name, [example].flat().map(String)] as const],
  )
  if (sent.length === 0 && body === undefined && set.length === 0) return undefined
  const named = args.map(
    ({ name, variadic }, at) => [name, variadic ? sent.slice(at) : sent.slice(at, at + 1)] as const,
  )
  return {
    args: Object.fromEntries(named),
    options: Object.fromEntries(set),
    files: [],
    ...(body !== undefined && { text: body }),
  }
}
