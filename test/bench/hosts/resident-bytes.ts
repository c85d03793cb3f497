import { readdirSync, readFileSync } from 'node:fs'

/**
 * Resident bytes of the largest process below this one whose command line has the text; 0 where there is none. Linux
 * alone tells.
 */
export function residentBytes(command: string): number {
  const sizes = descendants(process.pid).map((pid) => (commandOf(pid).includes(command) ? sizeOf(pid) : 0))
  return Math.max(0, ...sizes)
}

function descendants(of: number): readonly number[] {
  const below = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = Number(/^PPid:\s*(\d+)/m.exec(statusOf(name))?.[1] ?? Number.NaN)
    if (Number.isInteger(parent)) below.set(parent, [...(below.get(parent) ?? []), Number(name)])
  }
  const found: number[] = []
  for (
    let level = below.get(of) ?? [];
    level.length > 0;
    level = level.flatMap((pid) => below.get(pid) ?? [])
  ) {
    found.push(...level)
  }
  return found
}

function commandOf(pid: number): string {
  return readOr(`/proc/${pid}/cmdline`)
}

function sizeOf(pid: number): number {
  return Number(/^VmRSS:\s*(\d+)/m.exec(statusOf(String(pid)))?.[1] ?? 0) * 1024
}

function statusOf(name: string): string {
  return /^\d+$/.test(name) ? readOr(`/proc/${name}/status`) : ''
}

/** A process may end while it is looked at. */
function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
