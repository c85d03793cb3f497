import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The TCP ports on which a process listens. Linux alone tells. */
export function listeningPorts(pid: number): readonly number[] {
  const sockets = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => socketOf(`/proc/${pid}/fd/${fd}`)))
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTENS && sockets.has(inode))
      .map(([, local = '']) => Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16)),
  )
}

const LISTENS = '0A'

function socketOf(fd: string): string | undefined {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(fd))?.[1]
  } catch {
    return undefined
  }
}
