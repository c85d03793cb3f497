import { type PeerId, parsePeerId } from '../codec/cid/peer-id.ts'
import { attempt, DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import { parsePath } from '../unixfs/dag/parse-path.ts'
import type { ResolvedName, ResolveNameOptions } from '../unixfs/dag/path-reader.ts'
import type { DomainNames } from './domain-names.ts'
import type { Names } from './names.ts'

export interface NamesOptions {
  readonly domainNames: DomainNames
}

/** Most names that lead to one another. Spec: RPC document's reference implementation, `/name/resolve`. */
const MAX_STEPS = 32

const MAX_QUOTED_CHARACTERS = 253

export function createNames({ domainNames }: NamesOptions): Names {
  const step = (name: string, options: AbortOptions): Promise<ResolvedName> => {
    const peerId = attempt(() => parsePeerId(name))
    if (peerId) return resolvePeer(peerId)
    if (name.includes('.')) return domainNames.resolve(name, options)
    const quoted = JSON.stringify(`/ipns/${name.slice(0, MAX_QUOTED_CHARACTERS)}`)
    throw new DomainError('invalid-argument', `cannot resolve: ${quoted}`)
  }

  return {
    async resolve(name, { recursive = true, signal }: ResolveNameOptions = {}) {
      let resolved = await step(name, { signal })
      for (let steps = 1; recursive; steps += 1) {
        const { namespace, rootText, names } = parsePath(resolved.path)
        if (namespace !== 'ipns') break
        if (steps === MAX_STEPS) {
          throw new DomainError('failed-precondition', 'could not resolve name (recursion limit exceeded)')
        }
        const next = await step(rootText, { signal })
        resolved = {
          path: [next.path, ...names].join('/'),
          ttlMs: Math.min(next.ttlMs, resolved.ttlMs),
        }
      }
      return resolved
    },
  }
}

async function resolvePeer(_: PeerId): Promise<ResolvedName> {
  throw new DomainError('not-found', 'could not resolve name')
}
