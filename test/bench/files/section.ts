import { type Api, connect, type Form } from '../http/client.ts'
import { newDataFolder, removeDataFolder, startDaemon, TIDEPOOL } from '../http/daemon.ts'
import { fileForm } from '../http/forms.ts'
import { settle } from '../http/settle.ts'
import { MIB_PER_SECOND, MILLISECONDS, measure, type Run, timed, type Unit } from '../measure.ts'
import type { Section } from '../section.ts'

const KIB = 1024
const MIB_BYTES = KIB * KIB
const LARGE_MIB = 20
const ENTRIES = 200
const CALLS_A_RUN = 200
const ROUNDS = 5

/**
 * Calls of the mutable file namespace, one after the other, over HTTP. Beside another node of this API where
 * `BENCH_PEER_API` is the address of one that runs already, such as `http://127.0.0.1:5001/api/v0`.
 */
export const files: Section = {
  name: 'files',
  needsPeers: false,
  needsBuild: true,
  async run({ isQuick, report }) {
    const folder = newDataFolder()
    const daemon = await startDaemon(TIDEPOOL, folder)
    const peerUrl = process.env['BENCH_PEER_API']
    const peer = peerUrl === undefined ? undefined : connect(peerUrl)
    const apis: readonly (readonly [string, Api])[] = [
      ['tidepool', daemon.api],
      ...(peer ? [['peer', peer] as const] : []),
    ]
    const rounds = isQuick ? 1 : ROUNDS
    const row = async (name: string, unit: Unit, run: (api: Api, round: number) => Promise<number>) => {
      const runs = apis.map(([subject, api]): [string, Run] => [subject, (round) => run(api, round)])
      report(await measure({ section: files.name, name, unit, rounds, runs: Object.fromEntries(runs) }))
    }
    const perCall = (name: string, call: (api: Api, at: number) => Promise<unknown>) =>
      row(name, MILLISECONDS, async (api, round) => {
        const tookMs = await timed(async () => {
          for (let at = 0; at < CALLS_A_RUN; at += 1) await call(api, round * CALLS_A_RUN + at)
        })
        return tookMs / CALLS_A_RUN
      })
    try {
      for (const [, api] of apis) await fillFolder(api)
      const small = (at: number) => `/small-${Math.floor(at / CALLS_A_RUN)}/file-${at}`
      await perCall('version', (api) => api.post('version'))
      await perCall('files/write of 64 KiB', (api, at) => write(api, small(at), fileForm(64 * KIB)))
      await settle([daemon])
      await perCall('files/read of 64 KiB', (api, at) => api.post(`files/read?arg=${small(at)}`))
      await perCall('files/stat', (api, at) => api.post(`files/stat?arg=${small(at)}`))
      await perCall(`files/ls of ${ENTRIES} with long`, (api) => api.post('files/ls?arg=/folder&long=true'))
      await row(`files/write of ${LARGE_MIB} MiB`, MIB_PER_SECOND, (api, round) =>
        speedOf(() => write(api, `/large-${round}`, fileForm(LARGE_MIB * MIB_BYTES))),
      )
      await row(`files/read of ${LARGE_MIB} MiB`, MIB_PER_SECOND, (api, round) =>
        speedOf(() => api.post(`files/read?arg=/large-${round}`, { keep: false })),
      )
    } finally {
      peer?.close()
      await daemon.stop()
      removeDataFolder(folder)
    }
  },
}

async function fillFolder(api: Api): Promise<void> {
  await api.post('files/mkdir?arg=/folder')
  for (let at = 0; at < ENTRIES; at += 1) await write(api, `/folder/entry-${at}`, fileForm(KIB))
}

function write(api: Api, path: string, form: Form): Promise<unknown> {
  return api.post(`files/write?arg=${path}&create=true&parents=true&truncate=true`, { form })
}

async function speedOf(transfer: () => Promise<unknown>): Promise<number> {
  return (LARGE_MIB / (await timed(transfer))) * 1000
}
