import { formatPeerId, type PeerId } from '../../codec/cid/peer-id.ts'
import type { AbortOptions } from '../../ports/abort.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Datastore, Operation } from '../../ports/datastore.ts'
import { keyOf, prefixRange, textBehind } from '../../state/keys.ts'
import { loadOnce } from '../../state/load-once.ts'
import { MAX_AUTHORS, REMEMBERED_MS } from './limits.ts'
import type { TopicMessage } from './message.ts'

/**
 * The last sequence numbers of authors, against replayed messages. For a minute the ids of messages are
 * kept; after that, a message must have a higher number than its author had then. So the messages of an author
 * may overtake one another on different ways, which the reference implementation does not permit.
 */
export interface AuthorSequences {
  /** False for a message that is too old. */
  accepts(message: Pick<TopicMessage, 'from' | 'sequence'>): Promise<boolean>
  /** Forgets one author, or all. Resolves to their number. */
  reset(author: PeerId | undefined, options: AbortOptions): Promise<number>
  /** Stores what is new, so that it is known after a restart. */
  save(options: AbortOptions): Promise<void>
}

/** Numbers of one author: a message must be above `floor`, which follows the highest ones a minute behind. */
interface Numbers {
  floor: bigint
  previous: bigint
  current: bigint
  /** The period of `current`. */
  period: number
}

/** With two of them between `current` and `floor`, a number takes effect when its id is being forgotten. */
const PERIOD_MS = REMEMBERED_MS / 2

const PREFIX = 'pubsub/sequences/'

const rowOf = (author: string) => keyOf(PREFIX, author)

export interface AuthorSequencesOptions {
  readonly datastore: Pick<Datastore, 'range' | 'batch'>
  readonly clock: Pick<Clock, 'now'>
}

export function createAuthorSequences({ datastore, clock }: AuthorSequencesOptions): AuthorSequences {
  const changed = new Set<string>()
  const evicted = new Set<string>()

  /** By author; the author without messages for the longest time is first. */
  const loaded = loadOnce(async () => {
    const found = new Map<string, Numbers>()
    const range = { ...prefixRange(keyOf(PREFIX)), limit: MAX_AUTHORS }
    for await (const [key, value] of datastore.range(range)) {
      const last = new DataView(value.buffer, value.byteOffset, value.byteLength).getBigUint64(0)
      const author = textBehind(keyOf(PREFIX), key)
      found.set(author, { floor: last, previous: last, current: last, period: 0 })
    }
    return found
  })

  return {
    async accepts({ from, sequence }) {
      const known = await loaded()
      const author = formatPeerId(from)
      const numbers = advanced(known.get(author), Math.floor(clock.now() / PERIOD_MS))
      if (sequence <= numbers.floor) return false
      if (sequence > numbers.current) {
        numbers.current = sequence
        changed.add(author)
      }
      known.delete(author)
      known.set(author, numbers)
      if (known.size > MAX_AUTHORS) {
        const [oldest = author] = known.keys()
        known.delete(oldest)
        changed.delete(oldest)
        evicted.add(oldest)
      }
      return true
    },

    async reset(author, options) {
      const known = await loaded()
      const names = author ? [formatPeerId(author)].filter((name) => known.has(name)) : [...known.keys()]
      await datastore.batch(names.map(deletion), [], options)
      for (const name of names) {
        known.delete(name)
        changed.delete(name)
      }
      return names.length
    },

    async save(options) {
      const known = await loaded()
      const puts = [...changed].flatMap((author): Operation[] => {
        const numbers = known.get(author)
        return numbers ? [{ type: 'put', key: rowOf(author), value: sequenceBytes(numbers.current) }] : []
      })
      const operations = [...puts, ...[...evicted].filter((author) => !known.has(author)).map(deletion)]
      changed.clear()
      evicted.clear()
      if (operations.length > 0) await datastore.batch(operations, [], options)
    },
  }
}

/** The numbers as they are in this period: after a period without messages both earlier ones have moved up. */
function advanced(numbers: Numbers | undefined, period: number): Numbers {
  if (!numbers) return { floor: -1n, previous: -1n, current: -1n, period }
  const steps = period - numbers.period
  if (steps > 0) {
    numbers.floor = steps > 1 ? numbers.current : numbers.previous
    numbers.previous = numbers.current
    numbers.period = period
  }
  return numbers
}

function deletion(author: string): Operation {
  return { type: 'delete', key: rowOf(author) }
}

/** The sequence number of a message on the wire: 8 bytes, big-endian. */
export function sequenceBytes(sequence: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, sequence)
  return bytes
}
