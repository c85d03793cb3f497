import { newDataFolder, removeDataFolder, type StartedDaemon, startDaemon, TIDEPOOL } from '../http/daemon.ts'
import type { SectionOptions } from '../section.ts'

/** What the rows of this section need. */
export interface NetworkRows extends SectionOptions {
  readonly sizeBytes: number
  readonly rounds: number
}

/** Runs a task with an `npm start` of its own, to which pages of these origins may connect. */
export async function withDaemon<T>(
  origins: readonly string[],
  task: (daemon: StartedDaemon, address: string) => Promise<T>,
  variables: Readonly<Record<string, string>> = {},
): Promise<T> {
  const folder = newDataFolder()
  const environment = (dataFolder: string) => ({
    ...TIDEPOOL.environment(dataFolder),
    ...variables,
    ...(origins.length > 0 && { API_ORIGIN: origins.join(',') }),
  })
  const daemon = await startDaemon({ ...TIDEPOOL, environment }, folder)
  try {
    const { Addresses } = JSON.parse((await daemon.api.post('id')).text)
    return await task(daemon, Addresses[0])
  } finally {
    await daemon.stop()
    removeDataFolder(folder)
  }
}
