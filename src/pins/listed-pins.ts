import type { CID } from '../codec/cid/cid.ts'
import { DomainError } from '../errors.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { FindPinOptions, ListedPin, Pins } from './pins.ts'

export interface ListPinsOptions extends FindPinOptions {
  /** Lists only these paths, each of which must be pinned; all pins when empty. */
  readonly paths?: readonly string[] | undefined
  /** Lists only pins whose name contains this text; all when empty. */
  readonly named?: string | undefined
  /** Resolves a path to a CID. */
  readonly resolve: (path: string, options: AbortOptions) => Promise<CID>
}

/** Lists the pins of `/pin/ls`. Throws `failed-precondition` for a path that is not pinned, or not with that type. */
export async function* listedPins(
  pins: Pick<Pins, 'find' | 'list'>,
  { paths = [], named, resolve, type, signal }: ListPinsOptions,
): AsyncGenerator<ListedPin, void> {
  const all =
    paths.length === 0 ? pins.list({ type, signal }) : findEach(pins, paths, { resolve, type, signal })
  for await (const pin of all) {
    if (!named || pin.name?.includes(named)) yield pin
  }
}

async function* findEach(
  pins: Pick<Pins, 'find'>,
  paths: readonly string[],
  { resolve, ...options }: ListPinsOptions,
): AsyncGenerator<ListedPin, void> {
  for (const path of paths) {
    const found = await pins.find(await resolve(path, options), options)
    if (!found) throw new DomainError('failed-precondition', `path '${path}' is not pinned`)
    yield found
  }
}

/** Parses the type filter of `/pin/ls`; `all` gives `undefined`. Throws `invalid-argument` for any other text. */
export function pinType(text: string): ListedPin['type'] | undefined {
  if (text === 'all') return undefined
  if (text === 'direct' || text === 'indirect' || text === 'recursive') return text
  const types = '{direct, indirect, recursive, all}'
  throw new DomainError('invalid-argument', `invalid type '${text}', must be one of ${types}`)
}
