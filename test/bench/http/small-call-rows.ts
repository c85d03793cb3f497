import { MILLISECONDS, PER_SECOND, timed } from '../measure.ts'
import { freshBytes } from '../random-pool.ts'
import { COLLECTION, SMALL_CALL } from './causes.ts'
import type { Daemon } from './daemon.ts'
import { jsonForm } from './forms.ts'
import { eachInFlight } from './in-flight.ts'
import type { HttpBench } from './section.ts'

const IN_FLIGHT = 32

/** Calls that carry next to nothing: what a call costs by itself, and what waits behind others. */
export async function smallCallRows({ row, isQuick }: HttpBench): Promise<void> {
  const calls = isQuick ? 50 : 400
  const common = { unit: PER_SECOND, rounds: isQuick ? 1 : 5, goal: { ratio: 1 }, cause: SMALL_CALL }
  const perSecond = async (concurrency: number, task: () => Promise<unknown>) => {
    const all = Array.from({ length: calls * (concurrency === 1 ? 1 : 3) }, (_, at) => at)
    const tookMs = await timed(() => eachInFlight(all, concurrency, async () => void (await task())))
    return all.length / (tookMs / 1000)
  }

  await row({
    ...{ ...common, name: 'version, one by one' },
    run: ({ api }) => perSecond(1, () => api.post('version')),
  })
  await row({
    ...{ ...common, name: `id, ${IN_FLIGHT} at a time`, hasFloor: true },
    run: ({ api }) => perSecond(IN_FLIGHT, () => api.post('id')),
  })
  await row({
    ...{ ...common, name: `id, ${IN_FLIGHT} at a time, 99th percentile`, unit: MILLISECONDS, hasFloor: true },
    cause: COLLECTION,
    async run({ api }) {
      const times: number[] = []
      await perSecond(IN_FLIGHT, async () => times.push(await timed(() => api.post('id'))))
      return times.toSorted((first, second) => first - second)[Math.floor(times.length * 0.99)] ?? Number.NaN
    },
  })

  const nodes = new Map<string, string[]>()
  await row({
    ...{ ...common, name: 'dag/put, one by one' },
    async run(daemon) {
      const stored: string[] = []
      nodes.set(daemon.name, stored)
      return perSecond(1, async () => stored.push(await putNode(daemon)))
    },
  })
  await row({
    ...{ ...common, name: 'dag/get, one by one' },
    async run({ api, name }) {
      const keys = nodes.get(name) ?? []
      let at = 0
      return perSecond(1, () => {
        at += 1
        return api.post(`dag/get?arg=${keys[at % keys.length]}`)
      })
    },
  })
}

async function putNode({ api }: Daemon): Promise<string> {
  const value = { name: 'bench', bytes: Buffer.from(freshBytes(48)).toString('hex'), list: [1, 2, 3] }
  const { text } = await api.post('dag/put', { form: jsonForm(value) })
  const key = /"\/":"([^"]+)"/.exec(text)?.[1]
  if (key === undefined) throw new Error(`no key in ${text.slice(0, 80)}`)
  return key
}
