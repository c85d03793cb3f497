import type { CID } from '../codec/cid.ts'
import { DomainError, isDomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { Clock } from '../ports/clock.ts'
import type { Datastore } from '../ports/datastore.ts'
import { applyChange, type Change } from '../state/change.ts'
import type { DagWalk } from './dag-walk.ts'
import { createIndirectPins } from './indirect-pins.ts'
import { directChange, readPins, recursiveChange, removalChange } from './pin-changes.ts'
import { listPins, type Pin, type PinKind } from './pin-rows.ts'

export interface AddPinOptions extends AbortOptions {
  /** Pins all blocks below too; true when absent. */
  readonly recursive?: boolean | undefined
  /** A name for people; a pin that has one keeps it unless another is given. */
  readonly name?: string | undefined
}

export interface FindPinOptions extends AbortOptions {
  /** Only pins of this kind; of any kind when absent, the strongest first. */
  readonly type?: PinKind | 'indirect' | undefined
}

/** A pin as it is listed. */
export interface ListedPin {
  readonly cid: CID
  readonly type: PinKind | 'indirect'
  readonly name?: string | undefined
  /** The recursive pin above an indirect one. */
  readonly root?: CID
}

/** What is to stay. Those who add hold the content lock from the first block to the pin. */
export interface Pins {
  /**
   * Pins a DAG, or one block, that is held whole: walks it and tells each block it has visited. Pinned once
   * the iteration has ended. Throws `not-found` when a block is missing, `failed-precondition` for a direct
   * pin of what is pinned recursively.
   */
  adding(cid: CID, options?: AddPinOptions): AsyncGenerator<CID, void>
  /** The same, telling nothing. */
  add(cid: CID, options?: AddPinOptions): Promise<void>
  /** Pins roots whose blocks were all just written, recursively and without a walk: all of them, or none. */
  addRoots(cids: readonly CID[], options?: Omit<AddPinOptions, 'recursive'>): Promise<void>
  /** Throws `failed-precondition` when there is no such pin. */
  remove(cid: CID, options?: Omit<AddPinOptions, 'name'>): Promise<void>
  /** Recursive pins, then direct, then indirect; each CID once. */
  list(options?: FindPinOptions): AsyncGenerator<ListedPin, void>
  /** The pin of exactly this CID, or for indirect ones of its block. */
  find(cid: CID, options?: FindPinOptions): Promise<ListedPin | undefined>
  /** Why the block must stay, in the words of the wire, whichever CID of it is pinned. */
  reasonToKeep(cid: CID, options?: AbortOptions): Promise<string | undefined>
}

export interface PinsOptions {
  readonly datastore: Datastore
  readonly clock: Pick<Clock, 'now'>
  readonly walk: DagWalk
}

/** Spec: RPC document, section 3, local pin types. */
export function createPins({ datastore, clock, walk }: PinsOptions): Pins {
  const indirect = createIndirectPins({ datastore, walk })

  async function* adding(cid: CID, { recursive = true, name, signal }: AddPinOptions = {}) {
    checkName(name)
    const record = { cid, name, createdMs: clock.now() }
    const change = recursive ? recursiveChange : directChange
    const held = await readPins(datastore, cid, { signal })
    change(record, held)
    const isWhole = held.recursive.pin !== undefined || (!recursive && held.direct.pin !== undefined)
    if (!isWhole) yield* visited(cid, { recursive, signal })
    const plan = async () => change(record, await readPins(datastore, cid, { signal }))
    await applyChange(datastore, plan, { signal })
  }

  async function* visited(cid: CID, { recursive, signal }: AddPinOptions) {
    try {
      for await (const block of walk(cid, { signal })) {
        yield block
        if (!recursive) return
      }
    } catch (cause) {
      if (!isDomainError(cause)) throw cause
      throw new DomainError(cause.code, `pin: ${cause.message}`, { cause })
    }
  }

  async function* list({ type, signal }: FindPinOptions = {}): AsyncGenerator<ListedPin, void> {
    const listed = new Set<string>()
    for (const kind of KINDS) {
      if (type !== undefined && type !== kind && type !== 'indirect') continue
      for await (const pin of listPins(datastore, kind, { signal })) {
        listed.add(pin.cid.toString())
        if (type !== 'indirect') yield listedPin(kind, pin)
      }
    }
    if (type !== undefined && type !== 'indirect') return
    for await (const { cid, root } of indirect.list({ signal })) {
      if (!listed.has(cid.toString())) yield { cid, type: 'indirect', root }
    }
  }

  return {
    adding,
    async add(cid, options) {
      for await (const _ of adding(cid, options));
    },
    async addRoots(cids, { name, signal } = {}) {
      checkName(name)
      const createdMs = clock.now()
      const plan = async () => {
        const changes = cids.map(async (cid) =>
          recursiveChange({ cid, name, createdMs }, await readPins(datastore, cid, { signal })),
        )
        return merged(await Promise.all(changes))
      }
      await applyChange(datastore, plan, { signal })
    },
    async remove(cid, { recursive = true, signal } = {}) {
      const plan = async () => removalChange(cid, await readPins(datastore, cid, { signal }), { recursive })
      await applyChange(datastore, plan, { signal })
    },
    list,
    async find(cid, { type, signal } = {}) {
      const held = await readPins(datastore, cid, { signal })
      for (const kind of KINDS) {
        const { pin } = held[kind]
        if (pin && (type === undefined || type === kind)) return listedPin(kind, pin)
      }
      if (type !== undefined && type !== 'indirect') return undefined
      const root = await indirect.rootAbove(cid, { signal })
      return root && { cid, type: 'indirect', root }
    },
    async reasonToKeep(cid, options = {}) {
      for (const kind of KINDS) {
        for await (const _ of listPins(datastore, kind, { ofBlock: cid, ...options }))
          return `pinned: ${kind}`
      }
      const root = await indirect.rootAbove(cid, options)
      return root && `pinned via ${root}`
    },
  }
}

/** As other nodes of the network bound it. */
const MAX_NAME_BYTES = 255

function checkName(name: string | undefined): void {
  const sizeBytes = new TextEncoder().encode(name ?? '').byteLength
  if (sizeBytes > MAX_NAME_BYTES) {
    const message = `pin name is ${sizeBytes} bytes (max ${MAX_NAME_BYTES} bytes)`
    throw new DomainError('invalid-argument', message)
  }
}

const KINDS: readonly PinKind[] = ['recursive', 'direct']

function listedPin(type: PinKind, { cid, name }: Pin): ListedPin {
  return { cid, type, name }
}

function merged(changes: readonly Change[]): Change {
  return {
    operations: changes.flatMap(({ operations }) => operations),
    expect: changes.flatMap(({ expect }) => expect),
  }
}
