import { Miniflare } from 'miniflare'
import { tuneRuntime } from '../../../edge/local/tune-runtime.ts'
import { bundleWorker } from '../../edge/bundle-worker.ts'
import { connect } from './client.ts'
import { type Daemon, newDataFolder, removeDataFolder } from './daemon.ts'

/** The subject in the table for the least that this runtime can do. */
export const BARE = 'bare object'

const NAME = 'object'

/** Starts a bare Worker and object, each in an isolate of its own, as `npm start` does, with their storage on disk. */
export async function startBareObject(): Promise<Daemon> {
  const folder = newDataFolder()
  const contents = await bundleWorker('bare-object.ts')
  const common = {
    modules: [{ type: 'ESModule' as const, path: 'bare-object.js', contents }],
    compatibilityDate: '2026-07-30',
  }
  const object = { className: 'BareObject', useSQLite: true, unsafePreventEviction: true }
  tuneRuntime()
  const runtime = new Miniflare({
    workers: [
      {
        ...{ ...common, name: 'front' },
        unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        durableObjects: { NODE: { ...object, scriptName: NAME } },
      },
      { ...common, name: NAME, durableObjects: { NODE: object } },
    ],
    durableObjectsPersist: folder,
    host: '127.0.0.1',
    port: 0,
    cf: false,
    telemetry: { enabled: false },
  })
  await runtime.ready
  const { origin } = await runtime.unsafeGetDirectURL('front')
  const api = connect(`${origin}/api/v0`)
  return {
    name: BARE,
    api,
    residentBytes: () => undefined,
    async stop() {
      api.close()
      await runtime.dispose()
      removeDataFolder(folder)
    },
  }
}
