import { type Api, connect } from '../http/client.ts'
import { fileForm } from '../http/forms.ts'
import { MIB_PER_SECOND, measure, timed } from '../measure.ts'
import { speedOf } from './tab-rows.ts'
import { type NetworkRows, withDaemon } from './with-daemon.ts'

const MIB = 1024 * 1024

/** What a transfer that ends on the disk has to reach. */
const STORED_MIB_PER_SECOND = 80
const VARIES = 'a pair of nodes has a speed of its own: nine pairs stored 79 to 127 MiB/s'

/** Files between `npm start` and the native server over a WebSocket, in blocks of 256 KiB, each pinned by the other. */
export async function nativeRows({
  peerApi,
  sizeBytes,
  rounds,
  report,
}: NetworkRows & { readonly peerApi: string }): Promise<void> {
  const native = connect(peerApi)
  const common = {
    section: 'network',
    unit: MIB_PER_SECOND,
    goal: { figure: STORED_MIB_PER_SECOND, cause: VARIES },
    rounds,
  }
  const size = `${sizeBytes / MIB} MiB, stored`
  try {
    await withDaemon([], async ({ api }, address) => {
      await native.post(`swarm/connect?arg=${address}`)
      const toUs = async () => transferred({ from: native, to: api, sizeBytes })
      const back = async () => transferred({ from: api, to: native, sizeBytes })
      report(await measure({ ...common, name: `native server to edge, ${size}`, runs: { tidepool: toUs } }))
      report(await measure({ ...common, name: `edge to native server, ${size}`, runs: { tidepool: back } }))
    })
  } finally {
    native.close()
  }
}

async function transferred({
  from,
  to,
  sizeBytes,
}: {
  from: Api
  to: Api
  sizeBytes: number
}): Promise<number> {
  const form = fileForm(sizeBytes)
  const added = await from.post('add?cid-version=1&raw-leaves=true&chunker=size-262144&pin=false', { form })
  const cid = JSON.parse(added.text.trim().split('\n').at(-1) ?? '').Hash
  const tookMs = await timed(() => to.post(`pin/add?arg=${cid}`))
  return speedOf(sizeBytes, { tookMs })
}
