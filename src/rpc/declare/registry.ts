import { parsedUrl, requestUrl } from '../../http/request-url.ts'
import { SURFACE_PREFIXES } from '../../http/surface-prefixes.ts'
import type { AnyCommand } from './command.ts'

/** The result of routing a path: its command, and the last segment as first argument if it names no command. */
export interface Route {
  readonly command: AnyCommand
  readonly pathArgs: readonly string[]
  /** All commands, for those that list them. */
  readonly registry: readonly AnyCommand[]
}

/** The same command under a second path. */
export function alias<const P extends string, C extends AnyCommand>(
  path: P,
  command: C,
): Omit<C, 'path'> & { readonly path: P } {
  return { ...command, path }
}

type Router = (path: string) => Route | undefined

const routers = new WeakMap<readonly AnyCommand[], Router>()

/**
 * The router of a registry for paths below the API's prefix, one for all nodes. Every segment but the last must name
 * a command or a group. A last segment that does not is an argument. `undefined` for groups without a command of
 * their own.
 */
export function routerOf(registry: readonly AnyCommand[]): Router {
  const router = routers.get(registry) ?? createRouter(registry)
  routers.set(registry, router)
  return router
}

function createRouter(registry: readonly AnyCommand[]): Router {
  const commands = new Map(registry.map((command) => [command.path, command]))
  const groups = new Set(registry.flatMap(({ path }) => prefixes(path)))

  return (path) => {
    const spelled = commands.get(path)
    if (spelled) return { command: spelled, pathArgs: [], registry }
    const segments = path.split('/').map(decoded)
    const whole = commands.get(segments.join('/'))
    if (whole) return { command: whole, pathArgs: [], registry }
    const last = segments.at(-1)
    const parent = segments.slice(0, -1).join('/')
    const command = commands.get(parent)
    const isGroup = groups.has(segments.join('/'))
    if (!command || isGroup || last === undefined) return undefined
    return { command, pathArgs: [last], registry }
  }
}

/** The part of a URL path before the path of a command. */
const PREFIX = `${SURFACE_PREFIXES.rpc[0]}/`

/** True for a `POST` below the API's prefix. */
export function isCall(request: Request): boolean {
  return request.method === 'POST' && parsedUrl(request)?.pathname.startsWith(PREFIX) === true
}

/** The path below the API's prefix. Empty, which names no command, for another prefix. */
export function commandPath(request: Request): string {
  const { pathname } = requestUrl(request)
  return pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : ''
}

/**
 * Determines for the access check what a request asks for: the URL path of its command in the registry's
 * spelling, since slashes can be escaped and a last segment can be an argument, whether the command is secret, and
 * the path of the secret command whose right the options of the call need too.
 */
export function createTargetOf(registry: readonly AnyCommand[]) {
  const route = routerOf(registry)
  return (
    request: Request,
  ): { readonly path: string; readonly isSecret: boolean; readonly secretPath?: string } => {
    const asked = commandPath(request)
    const command = route(asked)?.command
    const { option, right } = command?.secretWith ?? {}
    const isUsed = option !== undefined && requestUrl(request).searchParams.has(option)
    return {
      path: PREFIX + (command?.path ?? asked),
      isSecret: command?.secret === true,
      ...(isUsed && { secretPath: PREFIX + right }),
    }
  }
}

function prefixes(path: string): string[] {
  const segments = path.split('/')
  return segments.slice(1).map((_, at) => segments.slice(0, at + 1).join('/'))
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
