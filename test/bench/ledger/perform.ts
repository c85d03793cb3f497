import type { Told } from '../hosts/running-host.ts'
import {
  advanceOverAll,
  type BenchLedger,
  createRollapps,
  fillUpdates,
  page,
  prove,
  resolve,
  stateBytes,
  submitOne,
  verify,
} from './sample-ledger.ts'

/**
 * Does what a path names, on whatever host: fills in (`rollapps`, `fill?at=&count=`), or does a thing `times` times
 * from `at` on (`submit`, `resolve`, `page`, `prove`, `verify`, `advance`). Resolves to the milliseconds that each
 * time took, and the bytes that were written meanwhile; for `state` to the bytes of the newest one.
 */
export async function perform(bench: BenchLedger, path: string): Promise<Told> {
  const { pathname, searchParams } = new URL(path, 'http://bench')
  const number = (parameter: string) => Number(searchParams.get(parameter) ?? 0)
  const [task, at] = [pathname.slice(1), number('at')]
  const sample = { rollapps: number('rollapps'), size: number('size') }
  if (task === 'state') return { runs: [], storedBytes: await stateBytes(bench) }
  if (task === 'rollapps') await createRollapps(bench, sample)
  if (task === 'fill') await fillUpdates(bench, { ...sample, from: at, count: number('count') })
  const before = bench.writtenBytes()
  const root = (await bench.ledger.head()).toString()
  const car = task === 'verify' ? await prove(bench, sample, at) : new Uint8Array()
  const tasks: Readonly<Record<string, (time: number) => Promise<unknown>>> = {
    submit: (time) => submitOne(bench, sample, at + time),
    resolve: (time) => resolve(bench, sample, at + time),
    page: (time) => page(bench, sample, at + time),
    prove: (time) => prove(bench, sample, at + time),
    verify: async () => verify({ car, root }, sample, at),
    advance: () => advanceOverAll(bench),
  }
  const runs: number[] = []
  for (let time = 0; time < number('times'); time += 1) {
    const start = performance.now()
    await tasks[task]?.(time)
    runs.push(performance.now() - start)
  }
  return { runs, storedBytes: bench.writtenBytes() - before }
}
