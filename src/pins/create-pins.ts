import type { CID } from '../codec/cid/cid.ts'
import { applyChange, type ConditionalBatch } from '../state/change.ts'
import { addPin } from './add-pin.ts'
import { findBrokenRoots } from './broken-roots.ts'
import { createIndirectPins } from './indirect-pins.ts'
import { readHeldPins, recursiveChange, removalChange } from './pin-changes.ts'
import { checkPinName } from './pin-name.ts'
import { listPins, type Pin, type PinKind } from './pin-rows.ts'
import type { AddedPin, AddPinOptions, FindPinOptions, ListedPin, Pins, PinsOptions } from './pins.ts'
import { updatePin } from './update-pin.ts'
import { verifyPins } from './verify-pins.ts'

/** Creates the pins of a node. Spec: RPC document, section 3, local pin types. */
export function createPins(options: PinsOptions): Pins {
  const { datastore, clock, wholeWalk, coverWalk } = options
  const indirect = createIndirectPins({ datastore, walk: coverWalk })

  const listeners: ((pin: AddedPin) => void)[] = []
  const added = (cids: readonly CID[], kind: PinKind) => {
    for (const listener of listeners) for (const cid of cids) listener({ cid, kind })
  }

  async function* adding(cid: CID, pinOptions: AddPinOptions = {}): AsyncGenerator<CID, void> {
    yield* addPin(options, cid, pinOptions)
    added([cid], pinOptions.recursive === false ? 'direct' : 'recursive')
  }

  const addRoots: Pins['addRoots'] = async (cids, { name, signal } = {}) => {
    checkPinName(name)
    const createdMs = clock.now()
    const plan = async () => {
      const changes = cids.map(async (cid) =>
        recursiveChange({ cid, name, createdMs }, await readHeldPins(datastore, cid, { signal })),
      )
      return mergeChanges(await Promise.all(changes))
    }
    await applyChange(datastore, plan, { signal })
    added(cids, 'recursive')
  }

  async function* list({ type, signal }: FindPinOptions = {}): AsyncGenerator<ListedPin, void> {
    const listed = new Set<string>()
    const isWithIndirect = type === undefined || type === 'indirect'
    for (const kind of KINDS) {
      if (!isWithIndirect && type !== kind) continue
      for await (const pin of listPins(datastore, kind, { signal })) {
        if (isWithIndirect) listed.add(pin.cid.toString())
        if (type !== 'indirect') yield listedPin(kind, pin)
      }
    }
    if (!isWithIndirect) return
    for await (const { cid, root } of indirect.list({ signal })) {
      if (!listed.has(cid.toString())) yield { cid, type: 'indirect', root }
    }
  }

  return {
    adding,
    async add(cid, pinOptions) {
      for await (const _ of adding(cid, pinOptions));
    },
    async update(change, updateOptions) {
      await updatePin(options, change, updateOptions)
      added([change.to], 'recursive')
    },
    verify: (verifyOptions) => verifyPins({ datastore, walk: wholeWalk, ...verifyOptions }),
    addRoots,
    async addWholeRoots(cids, addOptions = {}) {
      const broken = await findBrokenRoots(options, cids, addOptions)
      await addRoots(
        cids.filter((cid) => !broken.has(cid)),
        addOptions,
      )
      return broken
    },
    async remove(cid, { recursive = true, signal } = {}) {
      const plan = async () =>
        removalChange(cid, await readHeldPins(datastore, cid, { signal }), { recursive })
      await applyChange(datastore, plan, { signal })
    },
    list,
    onAdd: (listener) => void listeners.push(listener),
    async find(cid, { type, signal } = {}) {
      const held = await readHeldPins(datastore, cid, { signal })
      for (const kind of KINDS) {
        const { pin } = held[kind]
        if (pin && (type === undefined || type === kind)) return listedPin(kind, pin)
      }
      if (type !== undefined && (type !== 'indirect' || held.recursive.pin)) return undefined
      const root = await indirect.rootAbove(cid, { signal })
      return root && { cid, type: 'indirect', root }
    },
    async retentionReason(cid, options = {}) {
      for (const kind of KINDS) {
        for await (const _ of listPins(datastore, kind, { ofBlock: cid, ...options }))
          return `pinned: ${kind}`
      }
      const root = await indirect.rootAbove(cid, options)
      return root && `pinned via ${root}`
    },
  }
}

const KINDS: readonly PinKind[] = ['recursive', 'direct']

function listedPin(type: PinKind, { cid, name }: Pin): ListedPin {
  return { cid, type, name }
}

function mergeChanges(changes: readonly ConditionalBatch[]): ConditionalBatch {
  return {
    operations: changes.flatMap(({ operations }) => operations),
    expect: changes.flatMap(({ expect }) => expect),
  }
}
