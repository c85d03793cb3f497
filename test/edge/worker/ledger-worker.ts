import { DurableObject } from 'cloudflare:workers'
import { edgePorts } from '../../../edge/edge-ports.ts'
import {
  advanceOverAll,
  type BenchLedger,
  createRollapps,
  fillUpdates,
  openLedger,
  page,
  prove,
  resolve,
  stateBytes,
  submitOne,
  verify,
} from '../../bench/ledger/sample-ledger.ts'

export interface LedgerEnv {
  readonly LEDGER: DurableObjectNamespace<LedgerObject>
  readonly BLOCKS: R2Bucket
}

/** A ledger on the real storage of one object, without the node around it: what a figure is of. */
export class LedgerObject extends DurableObject<LedgerEnv> {
  readonly #bench: BenchLedger

  constructor(state: DurableObjectState, env: LedgerEnv) {
    super(state, env)
    this.#bench = openLedger(edgePorts(state.storage, env))
  }

  /** Does what the path names `times` times, or fills in updates from `at` on. */
  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const number = (parameter: string) => Number(searchParams.get(parameter) ?? 0)
    const [task, at, times] = [pathname.slice(1), number('at'), number('times')]
    const sample = { rollapps: number('rollapps'), size: number('size') }
    const bench = this.#bench
    const before = bench.writtenBytes()
    let figure = 0
    if (task === 'rollapps') await createRollapps(bench, sample)
    if (task === 'fill') await fillUpdates(bench, { ...sample, from: at, count: number('count') })
    if (task === 'state') figure = await stateBytes(bench)
    if (task === 'advance') figure = await advanceOverAll(bench)
    if (task === 'verify') {
      const root = (await bench.ledger.head()).toString()
      const car = await prove(bench, sample, at)
      for (let time = 0; time < times; time += 1) verify({ car, root }, sample, at)
    }
    for (let time = 0; time < times; time += 1) {
      if (task === 'submit') await submitOne(bench, sample, at + time)
      if (task === 'resolve') await resolve(bench, sample, at + time)
      if (task === 'page') await page(bench, sample, at + time)
      if (task === 'prove') await prove(bench, sample, at + time)
    }
    return Response.json({ figure, writtenBytes: bench.writtenBytes() - before })
  }

  override async alarm(): Promise<void> {}
}

export default {
  fetch: (request, env) => env.LEDGER.getByName('ledger').fetch(request),
} satisfies ExportedHandler<LedgerEnv>
