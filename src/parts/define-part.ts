import type { CID } from '../codec/cid/cid.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { DueWork } from '../schedule/keep-due.ts'
import type { SavedRows } from '../state/saved-rows.ts'
import type { LiveRoots } from './live-roots.ts'

/** True for a block that must not be removed by itself, because the part relies on it. */
export type Keeps = (cid: CID, options: AbortOptions) => Promise<boolean>

/**
 * True for the bytes of a block that anonymous clients must not read. It is decided by the bytes, because
 * several CIDs may name them. A promise when the part that decides must be loaded first.
 */
export type Hides = (bytes: Uint8Array) => boolean | Promise<boolean>

/**
 * One service of a node: what it needs, how it is created, and what the rest of the node must know about it.
 * `Needs` are the ports and parts that `create` takes, by name and with types as narrow as possible. `needs`
 * lists their names, and `create` gets exactly those.
 */
export interface Part<Name extends string, Needs extends object, Value> {
  /** Name for other parts and commands. Unique in a node. */
  readonly name: Name
  readonly needs: NeedsOf<NoInfer<Needs>>
  create(needs: Needs): Value | Promise<Value>
  /** Roots that garbage collection keeps with all of their descendants. */
  roots?(value: Value, needs: Needs): LiveRoots
  /** Decides which single blocks must not be removed. The error is `in use by the <name>`. */
  keeps?(value: Value, needs: Needs): Keeps
  /** Hides blocks from anonymous clients: they are absent from the layer `public`. */
  hides?(value: Value, needs: Needs): Hides
  /** Scheduled work, which runs on a host with a `Schedule`. */
  due?(value: Value, needs: Needs): DueWork
  /** Rows of the Datastore that a backup carries. Absent for a part whose rows can be made again, or are secret. */
  readonly saves?: SavedRows
}

/** The names of a part's needs. `optional` is for what a host may lack, which is then absent. */
export type NeedsOf<Needs> = {
  readonly [Name in keyof Needs]-?: undefined extends Needs[Name] ? 'optional' : 'required'
}

/** Identity function that infers the types of a part from its `create`. */
export const definePart = <const Name extends string, Needs extends object, Value>(
  part: Part<Name, Needs, Value>,
): Part<Name, Needs, Value> => part

/** A part without its exact types, as the composer sees it. */
export interface AnyPart {
  readonly name: string
  readonly needs: Readonly<Record<string, 'required' | 'optional'>>
  create(needs: never): unknown
  roots?(value: never, needs: never): LiveRoots
  keeps?(value: never, needs: never): Keeps
  hides?(value: never, needs: never): Hides
  due?(value: never, needs: never): DueWork
  readonly saves?: SavedRows
}

/**
 * Parts that are loaded and created together when one of them is first used. They may need one another and
 * every part that is not lazy. No other part may need them.
 */
export interface LazyParts<Parts extends readonly AnyPart[] = readonly AnyPart[]> {
  /** The names of the parts that `load` resolves to. */
  readonly lazy: { readonly [At in keyof Parts]: Parts[At]['name'] }
  /**
   * For each part that hides blocks: true for bytes that it may hide, for which the group is loaded to decide. Must
   * be cheap: it is asked for every block that is read for an anonymous client.
   */
  readonly mayHide?: { readonly [Name in Parts[number]['name']]?: (bytes: Uint8Array) => boolean }
  load(): Promise<Parts>
}

/** Identity function that infers the types of parts from `load`. */
export const lazyParts = <const Parts extends readonly AnyPart[]>(
  parts: LazyParts<Parts>,
): LazyParts<Parts> => parts

/** An entry in a list of parts. */
export type PartEntry = AnyPart | LazyParts

/** The services of a list of parts, by name. */
export type ServicesOf<Entries extends readonly PartEntry[]> = {
  readonly [P in Extract<Entries[number], AnyPart> as P['name']]: Awaited<ReturnType<P['create']>>
}
