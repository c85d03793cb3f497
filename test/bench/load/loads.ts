import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../http/client.ts'
import { fileForm, filesForm } from '../http/forms.ts'
import { freshBytes } from '../random-pool.ts'
import { carForm } from './car-form.ts'

const MIB_BYTES = 1024 * 1024
const STALLED_FOR_MS = 20_000
/** In which a node reads what clients that have left sent before. */
const LEFT_FOR_MS = 5_000

/** What a node is put under. Each resolves when it is over; `share` of 1 is all of it. */
export const LOADS: Readonly<Record<string, (apiUrl: string, share: number) => Promise<unknown>>> = {
  '200 uploads of 8 MiB': (apiUrl, share) => {
    const api = connect(apiUrl)
    const upload = () => api.post('add?progress=false', { form: fileForm(8 * MIB_BYTES) })
    return Promise.all(Array.from({ length: 200 * share }, upload))
  },
  '300 clients that stall after 4 MiB': async (apiUrl, share) => {
    const clients = Array.from({ length: 300 * share }, (_, at) =>
      stalled(`${apiUrl}/add?progress=false`, { isChunked: at % 2 === 0 }),
    )
    await sleep(STALLED_FOR_MS * share)
    for (const client of clients) client.destroy()
    await sleep(LEFT_FOR_MS * share)
  },
  '300 clients that stop reading': async (apiUrl, share) => {
    const { text } = await connect(apiUrl).post('add?progress=false', { form: fileForm(64 * MIB_BYTES) })
    const { Hash: cid }: { Hash: string } = JSON.parse(text)
    const clients = Array.from({ length: 300 * share }, () => unread(`${apiUrl}/cat?arg=${cid}`))
    await sleep(STALLED_FOR_MS * share)
    for (const client of clients) client.destroy()
    await sleep(LEFT_FOR_MS * share)
  },
  '100,000 parts in one form': (apiUrl, share) =>
    connect(apiUrl).post('add?progress=false', {
      form: filesForm({ count: 100_000 * share, sizeBytes: 16, folder: 'folder' }),
      keep: false,
    }),
  'a CAR of 2 GiB': (apiUrl, share) =>
    connect(apiUrl).post('dag/import?pin-roots=false', { form: carForm(2048 * MIB_BYTES * share) }),
}

/** Sends 4 MiB of a body of 64, or of one without a declared length, and then nothing. */
function stalled(url: string, { isChunked }: { readonly isChunked: boolean }) {
  const form = fileForm(64 * MIB_BYTES)
  const sent = request(url, {
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': `multipart/form-data; boundary=${form.boundary}`,
      ...(isChunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': form.sizeBytes }),
    },
  })
  sent.on('error', () => undefined)
  for (const piece of form.pieces()) {
    sent.write(piece)
    break
  }
  sent.write(freshBytes(4 * MIB_BYTES))
  return sent
}

/** Asks, and reads nothing of the reply after its first piece. */
function unread(url: string) {
  const sent = request(url, { method: 'POST', agent: false, headers: { 'Content-Length': 0 } })
  sent.on('error', () => undefined)
  sent.on('response', (response) => response.pause())
  return sent.end()
}
