import { type PeerId, parsePeerId } from '../codec/cid/peer-id.ts'
import { attempt, DomainError } from '../errors.ts'
import { longerPath, parsePath } from '../unixfs/dag/parse-path.ts'
import type { ResolvedName, ResolveNameOptions, SearchNameOptions } from '../unixfs/dag/path-reader.ts'
import type { DomainNames } from './domain-names.ts'

export interface NameSources {
  /** One step from the name of a key: each time a better one. Yields nothing for an unknown name. */
  readonly resolveKey: (name: PeerId, options: SearchNameOptions) => AsyncIterable<ResolvedName>
  readonly domainNames: DomainNames
}

/** Most names that lead to one another. Spec: RPC document's reference implementation, `/name/resolve`. */
const MAX_STEPS = 32

const MAX_QUOTED_CHARACTERS = 253

/** Follows a name from step to step. What it leads to may be kept for as long as each step may. */
export async function resolveName(
  sources: NameSources,
  name: string,
  options: ResolveNameOptions,
): Promise<ResolvedName> {
  return follow(sources, await lastStep(sources, name, options), { ...options, name })
}

/** Follows a name, again for each better record of it. Throws `not-found` if there is none. */
export async function* resolveNameAgain(
  sources: NameSources,
  name: string,
  options: ResolveNameOptions,
): AsyncGenerator<ResolvedName, void> {
  let isFound = false
  for await (const resolved of steps(sources, name, options)) {
    isFound = true
    yield follow(sources, resolved, { ...options, name })
  }
  if (!isFound) throw unknownName()
}

interface FollowOptions extends ResolveNameOptions {
  readonly name: string
}

async function follow(
  sources: NameSources,
  first: ResolvedName,
  { name, recursive = true, ...options }: FollowOptions,
): Promise<ResolvedName> {
  let resolved = first
  const passed = new Set([name])
  for (let count = 1; recursive; count += 1) {
    const parsed = parsePath(resolved.path)
    if (parsed.namespace !== 'ipns') break
    if (count === MAX_STEPS || passed.has(parsed.rootText)) {
      throw new DomainError('corrupt', 'could not resolve name (recursion limit exceeded)')
    }
    passed.add(parsed.rootText)
    const next = await lastStep(sources, parsed.rootText, options)
    resolved = {
      path: longerPath(next.path, parsed.names),
      ttlMs: Math.min(next.ttlMs, resolved.ttlMs),
    }
  }
  return resolved
}

async function lastStep(
  sources: NameSources,
  name: string,
  options: SearchNameOptions,
): Promise<ResolvedName> {
  let last: ResolvedName | undefined
  for await (const resolved of steps(sources, name, options)) last = resolved
  if (last) return last
  throw unknownName()
}

async function* steps(
  { resolveKey, domainNames }: NameSources,
  name: string,
  { signal, ...search }: SearchNameOptions,
): AsyncGenerator<ResolvedName, void> {
  const peerId = attempt(() => parsePeerId(name))
  if (peerId) return yield* resolveKey(peerId, { signal, ...search })
  if (name.includes('.')) return yield await domainNames.resolve(name, { signal })
  const quoted = JSON.stringify(`/ipns/${name.slice(0, MAX_QUOTED_CHARACTERS)}`)
  const reason = 'not the id of a key, as key/list prints it, nor a domain name'
  throw new DomainError('invalid-argument', `cannot resolve: ${quoted}: ${reason}`)
}

function unknownName(): DomainError {
  return new DomainError('not-found', 'could not resolve name')
}
