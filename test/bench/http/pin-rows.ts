import { MILLISECONDS, timed } from '../measure.ts'
import { SMALL_CALL } from './causes.ts'
import type { Api } from './client.ts'
import type { Daemon } from './daemon.ts'
import { filesForm } from './forms.ts'
import type { HttpBench } from './section.ts'

/** Files of one request, without a folder around them: each becomes a pin. */
const PINS_A_REQUEST = 5_000
const LOOKUP_GOAL_MS = 3
const CALLS_A_RUN = 20
/** Blocks of a file of two. */
const LEAF_BYTES = 4096

/** What one add and one look at the pins cost, however many pins there are. */
export async function pinRows({ row, daemons, isQuick }: HttpBench): Promise<void> {
  const amounts = isQuick ? [100, 200] : [10_000, 100_000]
  const pinned = new Map<string, number>()
  const pinnedOf = ({ name }: Daemon) => pinned.get(name) ?? 0

  const pinUpTo = (amount: number) => async (daemon: Daemon) => {
    let tookMs = 0
    const from = pinnedOf(daemon)
    for (let held = from; held < amount; held = pinnedOf(daemon)) {
      const count = Math.min(PINS_A_REQUEST, amount - held)
      const form = filesForm({ count, sizeBytes: 64 })
      tookMs += await timed(() => daemon.api.post('add?progress=false', { form, keep: false }))
      pinned.set(daemon.name, held + count)
    }
    return tookMs / ((amount - from) / 1_000)
  }
  const addOne = (amount: string, isOnlyOurs = false) =>
    row({
      ...{ name: `add one file of 4 KiB, ${amount} pins`, unit: MILLISECONDS, rounds: 3, goal: { ratio: 1 } },
      ...{ isOnlyOurs, cause: SMALL_CALL },
      run: (daemon) =>
        average(() => daemon.api.post('add', { form: filesForm({ count: 1, sizeBytes: 4096 }) })),
    })

  await addOne('no')
  await row({
    ...{ name: 'pin/add of a file that is there', unit: MILLISECONDS, rounds: 3, goal: { ratio: 1 } },
    cause: SMALL_CALL,
    async run({ api }) {
      const roots: string[] = []
      for (let at = 0; at < CALLS_A_RUN; at += 1) roots.push(await addFile(api, 'pin=false'))
      const calls = roots[Symbol.iterator]()
      return average(() => api.post(`pin/add?arg=${calls.next().value}`))
    },
  })
  for (const [at, amount] of amounts.entries()) {
    const isOnlyOurs = at > 0
    await row({
      ...{ name: `pin 1,000 of ${amount}`, unit: MILLISECONDS, rounds: 1, goal: { ratio: 1 }, isOnlyOurs },
      run: pinUpTo(amount),
    })
    await addOne(String(amount), isOnlyOurs)
    const roots = await rootsOf(isOnlyOurs ? daemons.slice(0, 1) : daemons)
    await row({
      ...{ name: `pin/ls of one CID among ${amount}`, unit: MILLISECONDS, rounds: 3, isOnlyOurs },
      ...{ goal: { figure: LOOKUP_GOAL_MS }, cause: SMALL_CALL },
      run: (daemon, round) => lookUp(daemon, roots.get(daemon.name) ?? '', round),
    })
    await row({
      ...{
        name: `pin/ls of a block of a new pin among ${amount}`,
        unit: MILLISECONDS,
        rounds: 3,
        isOnlyOurs,
      },
      async run(daemon) {
        const block = await blockOfNewPin(daemon)
        return timed(() => daemon.api.post(`pin/ls?arg=${block}`))
      },
    })
    await row({
      ...{ name: `pin/ls of ${amount}`, unit: MILLISECONDS, rounds: 3, goal: { ratio: 1 }, isOnlyOurs },
      run: ({ api }) => timed(() => api.post('pin/ls?type=recursive&stream=true', { keep: false })),
    })
  }
}

/** A file of each node that is pinned. */
async function rootsOf(daemons: readonly Daemon[]): Promise<ReadonlyMap<string, string>> {
  const roots = new Map<string, string>()
  for (const { name, api } of daemons) {
    roots.set(name, await addFile(api, 'pin=true'))
  }
  return roots
}

/** A block that has no pin of its own: a node may search each pin for it, since pins have changed. */
async function blockOfNewPin({ api }: Daemon): Promise<string> {
  const form = filesForm({ count: 1, sizeBytes: 2 * LEAF_BYTES })
  const added = await api.post(`add?chunker=size-${LEAF_BYTES}`, { form })
  const root = /"Hash":"([^"]+)"/.exec(added.text)?.[1] ?? ''
  const { text } = await api.post(`refs?arg=${root}`)
  const block = /"Ref":"([^"]+)"/.exec(text)?.[1]
  if (block === undefined) throw new Error(`no block in ${text.slice(0, 80)}`)
  return block
}

async function addFile(api: Api, options: string): Promise<string> {
  const { text } = await api.post(`add?${options}`, { form: filesForm({ count: 1, sizeBytes: 4096 }) })
  return /"Hash":"([^"]+)"/.exec(text)?.[1] ?? ''
}

/** One look is slow in some nodes: then it is not repeated. */
async function lookUp({ api }: Daemon, root: string, round: number): Promise<number> {
  const look = () => api.post(`pin/ls?arg=${root}`)
  const firstMs = await timed(look)
  return firstMs > 200 || round < 0 ? firstMs : average(look)
}

async function average(call: () => Promise<unknown>): Promise<number> {
  const tookMs = await timed(async () => {
    for (let at = 0; at < CALLS_A_RUN; at += 1) await call()
  })
  return tookMs / CALLS_A_RUN
}
