import { type PeerId, parsePeerId } from '../codec/cid/peer-id.ts'
import { attempt, DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { longerPath, parsePath } from '../unixfs/dag/parse-path.ts'
import type { ResolvedName, ResolveNameOptions } from '../unixfs/dag/path-reader.ts'
import type { DomainNames } from './domain-names.ts'

export interface NameSources {
  /** One step from the name of a key. Throws `not-found`. */
  readonly resolveKey: (name: PeerId, options: AbortOptions) => Promise<ResolvedName>
  readonly domainNames: DomainNames
}

/** Most names that lead to one another. Spec: RPC document's reference implementation, `/name/resolve`. */
const MAX_STEPS = 32

const MAX_QUOTED_CHARACTERS = 253

/** Follows a name from step to step. What it leads to may be kept for as long as each step may. */
export async function resolveName(
  sources: NameSources,
  name: string,
  { recursive = true, signal }: ResolveNameOptions,
): Promise<ResolvedName> {
  let resolved = await step(sources, name, { signal })
  for (let steps = 1; recursive; steps += 1) {
    const parsed = parsePath(resolved.path)
    if (parsed.namespace !== 'ipns') break
    if (steps === MAX_STEPS) {
      throw new DomainError('corrupt', 'could not resolve name (recursion limit exceeded)')
    }
    const next = await step(sources, parsed.rootText, { signal })
    resolved = {
      path: longerPath(next.path, parsed.names),
      ttlMs: Math.min(next.ttlMs, resolved.ttlMs),
    }
  }
  return resolved
}

function step(
  { resolveKey, domainNames }: NameSources,
  name: string,
  options: AbortOptions,
): Promise<ResolvedName> {
  const peerId = attempt(() => parsePeerId(name))
  if (peerId) return resolveKey(peerId, options)
  if (name.includes('.')) return domainNames.resolve(name, options)
  const quoted = JSON.stringify(`/ipns/${name.slice(0, MAX_QUOTED_CHARACTERS)}`)
  const reason = 'not the id of a key, as key/list prints it, nor a domain name'
  throw new DomainError('invalid-argument', `cannot resolve: ${quoted}: ${reason}`)
}
