import { DomainError } from '../errors.ts'
import type { AnyPart, Hides, Keeps, LazyParts, PartEntry } from '../parts/define-part.ts'
import type { LiveRoots } from '../parts/live-roots.ts'
import type { DueWork } from '../schedule/keep-due.ts'
import { loadCode } from '../state/load-code.ts'
import { loadOnce } from '../state/load-once.ts'
import type { SavedRows } from '../state/saved-rows.ts'
import { orderParts } from './order-parts.ts'

/**
 * What the parts of a node contribute, by part name, in the order of the list. Lazy parts are loaded for this:
 * garbage collection must not miss the roots of an unused part.
 */
export interface Contributions {
  roots(): Promise<Readonly<Record<string, LiveRoots>>>
  keeps(): Promise<Readonly<Record<string, Keeps>>>
  /** A lazy part is only loaded for bytes that its group may hide. */
  hides(): Promise<Readonly<Record<string, Hides>>>
  saves(): Promise<Readonly<Record<string, SavedRows>>>
}

export interface Composition {
  /** The existing ports and parts, by name. */
  readonly values: ReadonlyMap<string, unknown>
  /**
   * Returns parts and ports by name. Lazy parts are loaded first, and only then is the result a promise. A port
   * that the host does not have is `undefined`. Throws `unsupported` for a part that the host does not carry,
   * and `unavailable` when a part cannot be loaded: the next call tries again.
   */
  use(names: readonly string[]): object | Promise<object>
}

export interface ComposeOptions {
  /** Ports and settings of the host, by name. `undefined` means absent. */
  readonly host: Readonly<Record<string, unknown>>
  /** Called with the scheduled work of each part, after the part and its whole group were created. */
  readonly onDue?: (work: DueWork) => void
}

interface Created {
  readonly value: unknown
  readonly roots: LiveRoots | undefined
  readonly keeps: Keeps | undefined
  readonly hides: Hides | undefined
  readonly due: DueWork | undefined
  readonly saves: SavedRows | undefined
}

/**
 * Creates the parts of a list, each after the parts that it needs. A part can also need `contributions`. Throws
 * the errors of {@link orderParts}, and of the parts' `create`.
 */
export async function compose(
  entries: readonly PartEntry[],
  { host, onDue }: ComposeOptions,
): Promise<Composition> {
  const lazy = entries.filter((entry) => 'lazy' in entry)
  const groupOf = (name: string) => lazy.find((group) => group.lazy.includes(name))
  const names = entries.flatMap((entry) => ('lazy' in entry ? entry.lazy : [entry.name]))
  const values = new Map(Object.entries(host).filter(([, value]) => value !== undefined))
  const created = new Map<string, Created>()

  /** Creates all parts of a group. If one fails, none is kept, and a later attempt creates them again. */
  const createAll = async (parts: readonly AnyPart[], isLazy: (name: string) => boolean) => {
    const fresh = new Map<string, Created>()
    const get = (name: string) => fresh.get(name)?.value ?? values.get(name)
    for (const part of orderParts(parts, { has: (name) => values.has(name), isLazy })) {
      fresh.set(part.name, await createOne(part, get))
    }
    for (const [name, one] of fresh) {
      values.set(name, one.value)
      created.set(name, one)
    }
    for (const { due } of fresh.values()) if (due) onDue?.(due)
  }
  const load = async (group: LazyParts): Promise<void> => {
    const quoted = group.lazy.map((name) => `"${name}"`).join(', ')
    const parts = await loadCode(`parts ${quoted}`, group.load)
    const unannounced = parts.find(({ name, hides }) => hides && !group.mayHide?.[name])
    if (unannounced) {
      throw new DomainError(
        'failed-precondition',
        `Cannot create part "${unannounced.name}": it hides blocks, and its group does not say which it may hide`,
      )
    }
    await createAll(parts, (name) => ![undefined, group].includes(groupOf(name)))
  }
  const loaders = lazy.map((group) => ({ group, loaded: loadOnce(() => load(group)) }))
  const inOrder = <T>(of: (name: string) => T | undefined): Readonly<Record<string, T>> => {
    const found: Record<string, T> = {}
    for (const name of names) {
      const contribution = of(name)
      if (contribution !== undefined) found[name] = contribution
    }
    return found
  }
  const collected = async <T>(of: (one: Created) => T | undefined): Promise<Readonly<Record<string, T>>> => {
    for (const { loaded } of loaders) await loaded()
    return inOrder((name) => {
      const one = created.get(name)
      return one && of(one)
    })
  }
  const hidesOf = (name: string): Hides | undefined => {
    const loader = loaders.find(({ group }) => group.lazy.includes(name))
    const mayHide = loader?.group.mayHide?.[name]
    if (!mayHide) return created.get(name)?.hides
    return (bytes) => mayHide(bytes) && loader.loaded().then(() => created.get(name)?.hides?.(bytes) ?? false)
  }
  const contributions: Contributions = {
    roots: () => collected(({ roots }) => roots),
    keeps: () => collected(({ keeps }) => keeps),
    hides: async () => inOrder(hidesOf),
    saves: () => collected(({ saves }) => saves),
  }

  values.set('contributions', contributions)
  const eager = entries.filter((entry): entry is AnyPart => !('lazy' in entry))
  await createAll(eager, (name) => groupOf(name) !== undefined)
  /** The parts for each list of names. A list is the same object in each call of a command. */
  const picked = new WeakMap<readonly string[], object>()
  return {
    values,
    use(wanted) {
      const held = picked.get(wanted)
      if (held) return held
      const absent = wanted.filter((name) => !values.has(name) && !(name in host))
      const pick = () => Object.fromEntries(wanted.map((name) => [name, values.get(name)]))
      if (absent.length === 0) {
        const parts = pick()
        picked.set(wanted, parts)
        return parts
      }
      const loads = absent.map((name) => {
        const loader = loaders.find(({ group }) => group.lazy.includes(name))
        if (loader) return loader.loaded
        throw new DomainError('unsupported', `Cannot use "${name}": this host does not carry it`)
      })
      return Promise.all(loads.map((loaded) => loaded())).then(pick)
    },
  }
}

async function createOne(part: AnyPart, get: (name: string) => unknown): Promise<Created> {
  const entries = Object.keys(part.needs).map((name) => [name, get(name)] as const)
  // `definePart` has checked the types, which the composer cannot express.
  const needs = Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as never
  const value = (await part.create(needs)) as never
  return {
    value,
    roots: part.roots?.(value, needs),
    keeps: part.keeps?.(value, needs),
    hides: part.hides?.(value, needs),
    due: part.due?.(value, needs),
    saves: part.saves,
  }
}
