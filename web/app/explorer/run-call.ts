import { keepingAlive } from '../../host/keep-alive.ts'
import { fetchHere } from '../call.ts'
import type { CommandInfo, Filled } from './command-info.ts'
import { bodyOf, queryOf } from './filled.ts'

export interface RunOptions {
  readonly signal: AbortSignal
  readonly onHead: (response: Response) => void
  readonly onBytes: (bytes: Uint8Array<ArrayBuffer>) => void
}

/** Runs a command at the node in this browser and passes on its response as it arrives, whatever its status. */
export async function runCall(
  command: CommandInfo,
  filled: Filled,
  { signal, onHead, onBytes }: RunOptions,
): Promise<void> {
  await keepingAlive(async () => {
    const response = await fetchHere(`/api/v0/${command.path}${queryOf(command, filled)}`, {
      method: 'POST',
      body: bodyOf(command, filled) ?? null,
      signal,
    })
    onHead(response)
    const reader = response.body?.getReader()
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return
      onBytes(value)
    }
  })
}
