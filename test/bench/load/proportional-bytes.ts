import { readdirSync, readFileSync } from 'node:fs'

/**
 * Bytes that a process and all below it hold, with what they share divided among those who share it: the sum of
 * `Pss` in `/proc/<pid>/smaps_rollup`. Linux alone tells.
 */
export function proportionalBytes(pid: number): number {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readOr(`/proc/${name}/status`))?.[1] ?? 0)
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const sum = (process: number): number => {
    const kib = Number(/^Pss:\s+(\d+)/m.exec(readOr(`/proc/${process}/smaps_rollup`))?.[1] ?? 0)
    return (children.get(process) ?? []).map(sum).reduce((first, second) => first + second, kib * 1024)
  }
  return sum(pid)
}

/** A process may end while it is looked at. */
function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
