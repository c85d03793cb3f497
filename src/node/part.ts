import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { LiveRoots } from '../repo/live-roots.ts'
import type { DueWork } from '../schedule/keep-due.ts'

/** True for a block that may not be removed by itself, since the part relies on it. */
export type Keeps = (cid: CID, options: AbortOptions) => Promise<boolean>

/** True for the bytes of a block that strangers may not read. Told by the bytes: every CID of them leads there. */
export type Hides = (bytes: Uint8Array) => boolean

/**
 * One service of a node: what it takes, how it is made, and what the rest of the node must know of it. `Needs` are
 * the ports and parts that `create` takes, by name and as narrow as it can say; their names are listed in `needs`,
 * and `create` gets exactly those.
 */
export interface Part<Name extends string, Needs extends object, Value> {
  /** What other parts and commands call it. Unique in a node. */
  readonly name: Name
  readonly needs: NeedsOf<NoInfer<Needs>>
  create(needs: Needs): Value | Promise<Value>
  /** Roots that garbage collection keeps, with what is below them. */
  roots?(value: Value, needs: Needs): LiveRoots
  /** Refuses to remove single blocks: the answer is `in use by the <name>`. */
  keeps?(value: Value, needs: Needs): Keeps
  /** Hides blocks from strangers: they are absent from the layer `public`. */
  hides?(value: Value, needs: Needs): Hides
  /** Work that the node does by itself, on a host with a `Schedule`. */
  due?(value: Value, needs: Needs): DueWork
}

/** The names of what a part takes; `optional` for what a host need not have, which is then absent. */
export type NeedsOf<Needs> = {
  readonly [Name in keyof Needs]-?: undefined extends Needs[Name] ? 'optional' : 'required'
}

/** Identity function: it infers the types of a part from its `create`. */
export const definePart = <const Name extends string, Needs extends object, Value>(
  part: Part<Name, Needs, Value>,
): Part<Name, Needs, Value> => part

/** A part whose exact types do not matter: what the composer sees. */
export interface AnyPart {
  readonly name: string
  readonly needs: Readonly<Record<string, 'required' | 'optional'>>
  create(needs: never): unknown
  roots?(value: never, needs: never): LiveRoots
  keeps?(value: never, needs: never): Keeps
  hides?(value: never, needs: never): Hides
  due?(value: never, needs: never): DueWork
}

/**
 * Parts that are loaded and created together, at the first use of one of them. They may need one another and every
 * part that is not lazy; no other part may need them.
 */
export interface LazyParts<Parts extends readonly AnyPart[] = readonly AnyPart[]> {
  /** The names of the parts that `load` resolves to. */
  readonly lazy: { readonly [At in keyof Parts]: Parts[At]['name'] }
  load(): Promise<Parts>
}

/** Identity function: it infers the types of parts from `load`. */
export const lazyParts = <const Parts extends readonly AnyPart[]>(
  parts: LazyParts<Parts>,
): LazyParts<Parts> => parts

/** What a list of parts consists of. */
export type PartEntry = AnyPart | LazyParts

/** What parts are as services, by their names. */
export type ServicesOf<Entries extends readonly PartEntry[]> = {
  readonly [P in Extract<Entries[number], AnyPart> as P['name']]: Awaited<ReturnType<P['create']>>
}
