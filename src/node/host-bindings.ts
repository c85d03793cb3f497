import type { AnchorSettings } from '../audit/settings.ts'
import type { ByteBudget } from '../blocks/byte-budget.ts'
import type { BlockSettings } from '../blocks/settings.ts'
import type { CalendarRetention } from '../calendar/part.ts'
import type { Activity } from '../diagnostics/activity.ts'
import type { LedgerSettings } from '../ledger/settings.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { Clock } from '../ports/clock.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { HostKey } from '../ports/host-key.ts'
import type { ImageResizer } from '../ports/image-resizer.ts'
import type { Locks } from '../ports/locks.ts'
import type { Logger } from '../ports/logger.ts'
import type { Network } from '../ports/network.ts'
import type { OutboundPorts } from '../ports/outbound.ts'
import type { Random } from '../ports/random.ts'
import type { Schedule } from '../ports/schedule.ts'
import type { Space } from '../ports/space.ts'

/** What a host brings. The core reaches the world through these and nothing else. */
export interface Ports {
  readonly blockstore: Blockstore
  readonly datastore: Datastore
  readonly clock: Clock
  readonly random: Random
  readonly locks: Locks
  readonly logger: Logger
  readonly network?: Network
  /** Absent, nothing runs by itself: what is due waits for the next call that does it. */
  readonly schedule?: Schedule
  /** Absent on a host whose storage has no bound that it could tell. */
  readonly space?: Space | undefined
  /** Absent on a host without a key of its own: then only the identity is kept, in the clear. */
  readonly hostKey?: HostKey
  /** Absent on a host that decodes no pictures. */
  readonly imageResizer?: ImageResizer
  /** Absent on a host that asks nobody. */
  readonly outbound?: OutboundPorts
  /**
   * Resolves after the host has looked for new input. Brought by a host where a loop over bytes that are there
   * already keeps all other requests waiting.
   */
  readonly nextTurn?: () => Promise<void>
  /**
   * Brought by a host whose adapters count their own storage operations in it. Absent, the node makes one
   * and counts the calls to the Blockstore itself.
   */
  readonly activity?: Activity
  /** Brought by a host whose adapters hold bytes themselves, in the background too. Absent, the node makes one. */
  readonly writeBudget?: ByteBudget
}

/** What an owner decides of every add. */
export interface Importing {
  /** CID profile for calls that name none. */
  readonly profile?: string | undefined
  /** Shards every directory that is not empty. */
  readonly alwaysShard?: boolean | undefined
}

export interface NodeSettings {
  /** Where the data is, in words for `/repo/stat`: a folder, a database name, a bucket. */
  readonly repoPath: string
  /** Host and platform for `/version`, such as `workerd/edge`. */
  readonly system: string
  /** How content is made where a call does not say. */
  readonly importing?: Importing
  /**
   * Host names below which the gateway gives each root an origin of its own, `<cid>.ipfs.<host>`: in lower case
   * and without ports. None when absent.
   */
  readonly gatewayHosts?: readonly string[]
  readonly calendar?: CalendarRetention
  /** When commits of the calendar go into the ledger. */
  readonly anchoring?: AnchorSettings
  readonly ledger?: LedgerSettings
  /** What is verified, and who is asked for blocks that are corrupt: all reads, and nobody, when absent. */
  readonly blocks?: Partial<BlockSettings>
}

/**
 * Ports and settings by the names under which parts and commands need them. Ports that a part wraps for all others
 * have the word `host` before their name. What is `undefined` the host has not got.
 */
export interface HostBindings
  extends Pick<Ports, 'clock' | 'random' | 'locks' | 'logger'>,
    Required<Pick<NodeSettings, 'repoPath' | 'system' | 'importing'>> {
  readonly network: Network | undefined
  readonly schedule: Schedule | undefined
  readonly space: Space | undefined
  readonly hostKey: HostKey | undefined
  readonly imageResizer: ImageResizer | undefined
  readonly outbound: OutboundPorts | undefined
  readonly nextTurn: Ports['nextTurn'] | undefined
  readonly hostBlockstore: Blockstore
  readonly hostDatastore: Datastore
  readonly hostActivity: Activity | undefined
  readonly hostWriteBudget: ByteBudget | undefined
  readonly calendarRetention: CalendarRetention
  readonly anchorSettings: AnchorSettings
  readonly ledgerSettings: LedgerSettings
  readonly blockSettings: Partial<BlockSettings>
}

/** Names what a host brings as parts need it. */
export function hostBindings(
  ports: Ports,
  { repoPath, system, importing = {}, calendar = {}, anchoring = {}, ledger = {}, blocks = {} }: NodeSettings,
): HostBindings {
  return {
    clock: ports.clock,
    random: ports.random,
    locks: ports.locks,
    logger: ports.logger,
    network: ports.network,
    schedule: ports.schedule,
    space: ports.space,
    hostKey: ports.hostKey,
    imageResizer: ports.imageResizer,
    outbound: ports.outbound,
    nextTurn: ports.nextTurn,
    hostBlockstore: ports.blockstore,
    hostDatastore: ports.datastore,
    hostActivity: ports.activity,
    hostWriteBudget: ports.writeBudget,
    repoPath,
    system,
    importing,
    calendarRetention: calendar,
    anchorSettings: anchoring,
    ledgerSettings: ledger,
    blockSettings: blocks,
  }
}
