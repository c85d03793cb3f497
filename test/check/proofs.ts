import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { REGISTRY } from '../../src/rpc/commands/index.ts'
import type { AnyCommand } from '../../src/rpc/declare/command.ts'
import { routerOf } from '../../src/rpc/declare/registry.ts'
import { root } from './run-tool.ts'

/** The paths below `/api/v0/` that each test file called. A run of all tests is complete. */
export interface RecordedCalls {
  readonly isComplete: boolean
  readonly files: Readonly<Record<string, readonly string[]>>
}

/** The tests that prove a command: a third-party client that calls it, and a suite that tests it over HTTP. */
export interface Proof {
  readonly client?: string
  readonly suite?: string
}

/** Proofs by the path of the command. */
export type Proofs = Readonly<Record<string, Proof>>

/** The calls of the last run. Not in git. */
const CALLS_FILE = join(root, 'dist/calls.json')
const PROOFS_FILE = join(root, 'test/check/proofs.json')

/** Clients by other authors. */
const FOREIGN = /\/(kubo-rpc-client|ipfs-http-client|ipfs-api)[^/]*$/

/** Excluded as proofs: our own client proves nothing about the wire. */
const NO_PROOF = /\/(client|readme-examples)\.test\.ts$/

export function readProofs(): Proofs {
  return JSON.parse(readFileSync(PROOFS_FILE, 'utf8'))
}

/** Reads the calls of the last run. */
export function readCalls(path = CALLS_FILE): RecordedCalls {
  return JSON.parse(readFileSync(path, 'utf8'))
}

export function writeCalls(calls: RecordedCalls, path = CALLS_FILE): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(calls))
}

/** Joins the calls of several partial runs. A file may be in several. */
export function joinCalls(parts: readonly RecordedCalls[]): RecordedCalls {
  const files: Record<string, readonly string[]> = {}
  for (const [file, paths] of parts.flatMap((part) => Object.entries(part.files))) {
    files[file] = [...new Set([...(files[file] ?? []), ...paths])].sort()
  }
  return { isComplete: parts.every(({ isComplete }) => isComplete), files }
}

/** Updates the record from the last run. A run of some tests only adds to it. */
export function writeProofs(): void {
  if (!existsSync(CALLS_FILE)) return
  const calls = readCalls()
  const found = proofsOf(calls)
  const proofs = calls.isComplete ? found : withMore(readProofs(), found)
  const ordered = REGISTRY.flatMap(({ path }) => (proofs[path] ? [[path, proofs[path]] as const] : []))
  writeFileSync(PROOFS_FILE, `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`)
}

/** Lists differences between the record in git and a run of all tests. */
export function proofFaults(calls: RecordedCalls, proofs: Proofs = readProofs()): string[] {
  const found = proofsOf(calls)
  return [...new Set([...Object.keys(found), ...Object.keys(proofs)])]
    .filter((path) => textOf(found[path]) !== textOf(proofs[path]))
    .map(
      (path) =>
        `test/check/proofs.json: "${path}" is proved by ${textOf(found[path]) || 'nothing'}, run \`npm run docs\``,
    )
}

/** Chooses for each command one third-party client, if one calls it, and the suite that is most about it. */
export function proofsOf({ files }: RecordedCalls, registry: readonly AnyCommand[] = REGISTRY): Proofs {
  const route = routerOf(registry)
  const callers = Object.entries(files)
    .filter(([file]) => !NO_PROOF.test(file))
    .map(([file, paths]) => ({
      file,
      called: new Set(paths.flatMap((path) => route(path)?.command.path ?? [])),
    }))
    .sort((a, b) => a.called.size - b.called.size || (a.file < b.file ? -1 : 1))
  return Object.fromEntries(
    registry.flatMap(({ path }) => {
      const found = callers.filter(({ called }) => called.has(path)).map(({ file }) => file)
      const client = found.find((file) => FOREIGN.test(file))
      const suites = found.filter((file) => file.startsWith(SUITES))
      const amongPeers = found.find((file) => file.startsWith(PEER_TESTS))
      const named = [path, path.split('/')[0] ?? path].map(suiteNamed)
      const suite = named.find((file) => suites.includes(file)) ?? suites[0] ?? amongPeers
      const proof: Proof = { ...(client && { client }), ...(suite && { suite }) }
      return client || suite ? [[path, proof]] : []
    }),
  )
}

/**
 * Adds what a run of some tests found. A recorded client stays while its file exists: only a run of all tests knows
 * which client is the best proof.
 */
export function withMore(proofs: Proofs, found: Proofs): Proofs {
  const more = Object.entries(found).map(([path, { client, suite }]) => {
    const known = proofs[path]
    const isClientKept = known?.client !== undefined && existsSync(join(root, known.client))
    const isBetter = suite === suiteNamed(path) || !known?.suite
    const added = { ...(!isClientKept && client && { client }), ...(isBetter && suite && { suite }) }
    return [path, { ...known, ...added }] as const
  })
  return { ...proofs, ...Object.fromEntries(more) }
}

const SUITES = 'test/suite/'

/** Whole nodes that are connected: what one node cannot do is tested there. */
const PEER_TESTS = 'test/unit/net/'

function suiteNamed(path: string): string {
  return `${SUITES}${path.replaceAll('/', '-')}.test.ts`
}

function textOf({ client, suite }: Proof = {}): string {
  return [client ?? [], suite ?? []].flat().join(' and ')
}
