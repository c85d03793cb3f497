import { PER_SECOND, timed } from '../measure.ts'
import { SMALL_CALL } from './causes.ts'
import type { Form } from './client.ts'
import type { Daemon } from './daemon.ts'
import { filesForm } from './forms.ts'
import { eachInFlight } from './in-flight.ts'
import type { HttpBench } from './section.ts'

const BLOCK_BYTES = 4096
const LARGE_BLOCK_BYTES = 960 * 1024

/** Blocks of 4 KiB, one call for each: one after the other, and many at a time; then large ones. */
export async function blockRows(bench: HttpBench): Promise<void> {
  await smallBlockRows(bench)
  const { row, isQuick } = bench
  const calls = isQuick ? 5 : 40
  await row({
    ...{ name: 'block/put of 960 KiB, one by one', unit: PER_SECOND, goal: { ratio: 1 } },
    rounds: isQuick ? 1 : 3,
    async run(daemon) {
      const forms = Array.from({ length: calls }, () => filesForm({ count: 1, sizeBytes: LARGE_BLOCK_BYTES }))
      const tookMs = await timed(() =>
        eachInFlight(forms, 1, async (form) => void (await putBlock(daemon, form))),
      )
      return calls / (tookMs / 1000)
    },
  })
}

async function smallBlockRows({ row, isQuick }: HttpBench): Promise<void> {
  const keys = new Map<string, string[]>()
  const keysOf = ({ name }: Daemon) => keys.get(name) ?? []

  for (const concurrency of [1, 32]) {
    const calls = (isQuick ? 50 : 400) * (concurrency === 1 ? 1 : 3)
    const how = concurrency === 1 ? 'one by one' : `${concurrency} at a time`
    const common = {
      unit: PER_SECOND,
      rounds: isQuick ? 1 : 3,
      goal: { ratio: 1 },
      hasFloor: true,
      cause: SMALL_CALL,
    }
    await row({
      ...{ ...common, name: `block/put, ${how}` },
      async run(daemon) {
        const forms = Array.from({ length: calls }, () => filesForm({ count: 1, sizeBytes: BLOCK_BYTES }))
        const stored: string[] = []
        const tookMs = await timed(() =>
          eachInFlight(forms, concurrency, async (form) => {
            stored.push(await putBlock(daemon, form))
          }),
        )
        keys.set(daemon.name, stored)
        return calls / (tookMs / 1000)
      },
    })
    await row({
      ...{ ...common, name: `block/get, ${how}` },
      async run(daemon) {
        const tookMs = await timed(() =>
          eachInFlight(keysOf(daemon), concurrency, async (key) => {
            const { sizeBytes } = await daemon.api.post(`block/get?arg=${key}`)
            if (sizeBytes !== BLOCK_BYTES) throw new Error(`${sizeBytes} bytes in place of a block`)
          }),
        )
        return keysOf(daemon).length / (tookMs / 1000)
      },
    })
  }
}

async function putBlock({ api }: Daemon, form: Form): Promise<string> {
  const { text } = await api.post('block/put', { form })
  const key = /"Key":"([^"]+)"/.exec(text)?.[1]
  if (key === undefined) throw new Error(`no key in ${text.slice(0, 80)}`)
  return key
}
