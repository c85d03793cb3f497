import type * as z from 'zod/mini'
import type { PinStatus } from '../../pins/remote/pin-status.ts'
import type { RemoteService } from '../../pins/remote/pinning-services.ts'
import type { CountedService } from '../../pins/remote/remote-pinning.ts'
import type { RemotePin, RemoteServices } from '../shapes/pins.ts'

type Listed = z.infer<typeof RemoteServices>

export function remoteService({ name, endpoint }: RemoteService): Listed['RemoteServices'][number] {
  return { Service: name, ApiEndpoint: endpoint }
}

/** A service with its counts. Without counts it is `invalid`: it did not respond. */
export function countedService({ counts, ...service }: CountedService): Listed['RemoteServices'][number] {
  if (!counts) return { ...remoteService(service), Stat: { Status: 'invalid' } }
  const { queued: Queued, pinning: Pinning, pinned: Pinned, failed: Failed } = counts
  return {
    ...remoteService(service),
    Stat: { Status: 'valid', PinCount: { Queued, Pinning, Pinned, Failed } },
  }
}

/** Formats one service a line, in columns: name, endpoint and, if requested, its counts in the order of the states. */
export function remoteServicesText({ RemoteServices: services }: Listed): string {
  const rows = services.map(({ Service, ApiEndpoint, Stat }) => {
    const { Queued, Pinning, Pinned, Failed } = Stat?.PinCount ?? {}
    const counts = Stat?.PinCount ? `${Queued}/${Pinning}/${Pinned}/${Failed}` : Stat?.Status
    return [Service, ApiEndpoint, ...(counts === undefined ? [] : [counts])]
  })
  const widths = rows.reduce<readonly number[]>(
    (most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)),
    [],
  )
  const line = (row: readonly string[]) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join(' ')
  return rows.map((row) => `${line(row)}\n`).join('')
}

/** A pin of a remote service for the wire. `cid-base` has no effect on it, as in the reference implementation. */
export function remotePin({ status, cid, name }: PinStatus): z.infer<typeof RemotePin> {
  return { Status: status, Cid: cid.toString(), Name: name }
}
