import { DurableObject } from 'cloudflare:workers'
import { edgePorts } from '../../../edge/edge-ports.ts'
import { perform } from '../../bench/ledger/perform.ts'
import { type BenchLedger, openLedger } from '../../bench/ledger/sample-ledger.ts'

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

  /** What {@link perform} knows. */
  override async fetch(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    return Response.json(await perform(this.#bench, pathname + search))
  }

  override async alarm(): Promise<void> {}
}

export default {
  fetch: (request, env) => env.LEDGER.getByName('ledger').fetch(request),
} satisfies ExportedHandler<LedgerEnv>
