import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Identifies one process. Process numbers are reused, but not with the same start time and the same program. */
export interface ProcessIdentity {
  readonly pid: number
  /** The start time in the system's own format. Only compared, never parsed. */
  readonly startedAt: string
  /** The program's name, without its folder. */
  readonly program: string
}

interface RunningProcess extends ProcessIdentity {
  readonly parent: number
}

/** The running process with this number. `undefined` when there is none, or only a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const found = read(pid)
  return found && { pid, startedAt: found.startedAt, program: found.program }
}

/** True while the recorded process runs. */
export function isAlive(recorded: ProcessIdentity): boolean {
  const found = read(recorded.pid)
  return found?.startedAt === recorded.startedAt && found.program === recorded.program
}

/** The running children of this process with this program name. */
export function childrenNamed(program: string): ProcessIdentity[] {
  return allPids()
    .map(read)
    .filter((found) => found !== undefined)
    .filter((found) => found.parent === process.pid && found.program === program)
    .map(({ pid, startedAt }) => ({ pid, startedAt, program }))
}

const hasProc = process.platform === 'linux'

function read(pid: number): RunningProcess | undefined {
  try {
    return hasProc ? fromProc(pid) : fromPs(pid)
  } catch {
    return undefined
  }
}

function allPids(): number[] {
  const names = hasProc
    ? readdirSync('/proc')
    : execFileSync('ps', ['-A', '-o', 'pid='], { encoding: 'utf8' }).split('\n')
  return names.filter((name) => /^\s*\d+\s*$/.test(name)).map(Number)
}

/** Parses `/proc/<pid>/stat`: pid (program) state parent …, and as the 22nd field the start in ticks since boot. */
function fromProc(pid: number): RunningProcess | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const program = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state = '', parent] = fields
  if (isZombie(state)) return undefined
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return { pid, program, parent: Number(parent), startedAt: `${boot}:${fields[19]}` }
}

function fromPs(pid: number): RunningProcess | undefined {
  const columns = ['-o', 'state=', '-o', 'ppid=', '-o', 'lstart=', '-o', 'comm=']
  const line = execFileSync('ps', [...columns, '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const found = /^\s*(\S+)\s+(\d+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s+(.*?)\s*$/.exec(line)
  if (!found) return undefined
  const [, state = '', parent, startedAt = '', command = ''] = found
  if (isZombie(state)) return undefined
  return { pid, parent: Number(parent), startedAt, program: command.slice(command.lastIndexOf('/') + 1) }
}

/** True for a process that has ended, but was not yet collected by its parent. It holds no files and no ports. */
function isZombie(state: string): boolean {
  return state.startsWith('Z') || state.startsWith('X')
}
