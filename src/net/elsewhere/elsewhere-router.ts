import { formatPeerId, type PeerId } from '../../codec/cid/peer-id.ts'
import { MAX_RECORD_BYTES } from '../../names/record/name-record.ts'
import type { PeerProcesses } from '../../ports/peer-process.ts'
import type { Router, RouterCall } from '../routing/routing.ts'

/** The other process has the same origin and puts it in place of this one. */
const API = 'http://localhost/api/v0'

/** Records of names that another process over the same storage finds by its peers. */
export function elsewhereRouter(peerProcesses: PeerProcesses): Router {
  async function* find(name: PeerId, { signal }: RouterCall): AsyncGenerator<Uint8Array, void> {
    const process = await peerProcesses.find()
    const call = new Request(`${API}/name/get?arg=${formatPeerId(name)}`, {
      method: 'POST',
      signal: signal ?? null,
    })
    const response = await process?.fetch(call)
    const bytes = response && new Uint8Array(await response.arrayBuffer())
    if (response?.ok && bytes && bytes.byteLength <= MAX_RECORD_BYTES) yield bytes
  }
  return {
    name: 'peers of another process',
    kind: 'peers',
    get get() {
      return peerProcesses.isElsewhere ? find : undefined
    },
  } as Router
}
