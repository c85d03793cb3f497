import { basename, dirname } from 'node:path/posix'
import type { Room } from '../boundaries/room.ts'
import type { SourceFile } from './source-files.ts'

const TABLE = 'test/boundaries/layers.ts'

/** Lists imports that a room does not allow, import cycles between files, and wrong rows of the table. */
export function wallFaults(files: readonly SourceFile[], rooms: readonly Room[]): string[] {
  const roomOf = finder(rooms)
  const faults = rowFaults(rooms)
  for (const { path, imports } of files) {
    const room = roomOf(path)
    if (!room) {
      faults.push(`${path} is in no room: add its folder to ${TABLE}`)
      continue
    }
    for (const imported of imports) {
      if ('package' in imported) {
        if (!Object.hasOwn(room.packages ?? {}, imported.package)) {
          faults.push(
            `${path} imports package "${imported.package}": ${TABLE} does not give it to ${room.path}`,
          )
        }
        continue
      }
      faults.push(...arrowFault(path, room, imported.file, roomOf(imported.file), rooms))
    }
  }
  const owners = new Set(files.map(({ path }) => roomOf(path)))
  for (const room of rooms) {
    if (!owners.has(room) && !room.path.startsWith('proto/')) faults.push(`Room ${room.path} has no file`)
  }
  return [...faults, ...circleFaults(files)]
}

function finder(rooms: readonly Room[]): (path: string) => Room | undefined {
  const paths = rooms
    .flatMap((room) => [room.path, ...(room.also ?? [])].map((path) => ({ path, room })))
    .sort((a, b) => b.path.length - a.path.length)
  return (file) => {
    const found =
      paths.find(({ path }) => file === path) ??
      paths.find(({ path }) => path === `*/${basename(file)}`) ??
      paths.find(({ path }) => file.startsWith(`${path}/`))
    return found?.room
  }
}

/** Lists rows that name a room twice, an unknown one, or one that is not above: only that could make a cycle. */
function rowFaults(rooms: readonly Room[]): string[] {
  const faults: string[] = []
  const above = new Set<string>()
  const all = new Set(rooms.map(({ path }) => path))
  for (const { path, imports } of rooms) {
    if (above.has(path)) faults.push(`Room ${path} is in the table twice`)
    for (const name of new Set(imports)) {
      if (!all.has(name)) faults.push(`Room ${path} may import ${name}, which is no room`)
      else if (!above.has(name))
        faults.push(`Room ${path} may import ${name}, which is not above it in the table`)
    }
    above.add(path)
  }
  return faults
}

function arrowFault(
  path: string,
  room: Room,
  imported: string,
  target: Room | undefined,
  rooms: readonly Room[],
): string[] {
  if (!target) return [`${path} imports ${imported}, which is in no room of ${TABLE}`]
  if (target === room || room.imports.includes(target.path)) return []
  const isHigher = rooms.indexOf(target) > rooms.indexOf(room)
  if (!isHigher && room.path.startsWith('*/') && target.path === dirname(path)) return []
  const reason = isHigher
    ? `${target.path} is a higher room`
    : `${TABLE} does not give ${room.path} the room ${target.path}`
  return [`${path} imports ${imported}: ${reason}`]
}

/** Lists import cycles between files, including type imports, except those over a known import. */
function circleFaults(files: readonly SourceFile[]): string[] {
  const imports = new Map(
    files.map(({ path, imports }) => [path, imports.flatMap((one) => ('file' in one ? [one.file] : []))]),
  )
  const isDone = new Map<string, boolean>()
  const trail: string[] = []
  const faults: string[] = []
  const visit = (path: string) => {
    isDone.set(path, false)
    trail.push(path)
    for (const next of imports.get(path) ?? []) {
      const isOnTrail = isDone.get(next) === false
      if (isOnTrail) faults.push(`Circle: ${[...trail.slice(trail.indexOf(next)), next].join(' → ')}`)
      else if (!isDone.has(next)) visit(next)
    }
    trail.pop()
    isDone.set(path, true)
  }
  for (const path of imports.keys()) if (!isDone.has(path)) visit(path)
  return faults
}
