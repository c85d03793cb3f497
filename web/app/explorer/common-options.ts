import type { ApiParameter } from './description.ts'

/** The options that most callers use, for commands with many. Of another command, the first ones are common. */
export const COMMON_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  add: ['cid-version', 'raw-leaves', 'wrap-with-directory', 'pin', 'only-hash', 'chunker', 'progress'],
  get: ['archive', 'compress'],
  'block/put': ['cid-codec', 'mhtype', 'pin'],
  'dag/import': ['pin-roots', 'stats'],
  'dag/put': ['store-codec', 'input-codec', 'pin'],
  refs: ['recursive', 'unique', 'format'],
  'files/mkdir': ['parents'],
  'files/stat': ['hash', 'size', 'with-local'],
  'files/write': ['create', 'parents', 'truncate', 'offset'],
  'pin/ls': ['type', 'names', 'name'],
  'pin/remote/rm': ['service', 'name', 'cid'],
  'name/publish': ['key', 'lifetime', 'ttl', 'allow-offline'],
  'name/resolve': ['recursive', 'nocache'],
  'swarm/peers': ['latency', 'direction'],
  'ledger/list': ['limit', 'offset', 'reverse'],
}

/** So many options are all shown. */
const MAX_SHOWN = 4

export interface OptionGroups {
  readonly first: readonly ApiParameter[]
  readonly more: readonly ApiParameter[]
}

/** Divides the options of a command into those that are shown at once, and the rest. */
export function optionGroups(path: string, options: readonly ApiParameter[]): OptionGroups {
  if (options.length <= MAX_SHOWN) return { first: options, more: [] }
  const names = COMMON_OPTIONS[path] ?? options.slice(0, MAX_SHOWN).map(({ name }) => name)
  const first = names.flatMap((name) => options.find((option) => option.name === name) ?? [])
  return { first, more: options.filter((option) => !first.includes(option)) }
}
