import { keepAnchoring } from './audit/keep-anchoring.ts'
import { createSequencer, type Sequencer } from './audit/sequencer.ts'
import type { AnchorSettings } from './audit/settings.ts'
import { type Blocks, createBlocks } from './blocks/blocks.ts'
import { type ByteBudget, createWriteBudget } from './blocks/byte-budget.ts'
import { createQuarantine, type Quarantine } from './blocks/quarantine.ts'
import type { BlockSettings } from './blocks/settings.ts'
import { createSource } from './blocks/source.ts'
import type { Calendar } from './calendar/model/calendar.ts'
import { createKeptBlock } from './calendar/store/commits/kept-block.ts'
import { calendarRoots } from './calendar/store/commits/live-roots.ts'
import { pictureRoots } from './calendar/store/commits/picture-roots.ts'
import { createCalendar } from './calendar/store/create-calendar.ts'
import { createDeriving } from './calendar/store/rows/deriving.ts'
import { type Activity, createActivity } from './diagnostics/activity.ts'
import { meteredBlockstore } from './diagnostics/metered-blockstore.ts'
import { type BodyAdmission, createBodyAdmission } from './http/body-admission.ts'
import { type Identity, openIdentity } from './keys/identity.ts'
import { createLedger, type Ledger } from './ledger/ledger.ts'
import type { LedgerSettings } from './ledger/settings.ts'
import { remoteBlocks } from './net/trustless-gateway/remote-blocks.ts'
import { createPins } from './pins/create-pins.ts'
import { createDagWalk } from './pins/dag-walk.ts'
import type { Pins } from './pins/pins.ts'
import type { Blockstore } from './ports/blockstore.ts'
import type { Clock } from './ports/clock.ts'
import type { Datastore } from './ports/datastore.ts'
import type { ImageResizer } from './ports/image-resizer.ts'
import type { Locks } from './ports/locks.ts'
import type { Logger } from './ports/logger.ts'
import type { Network } from './ports/network.ts'
import type { Outbound } from './ports/outbound.ts'
import type { Random } from './ports/random.ts'
import type { Schedule } from './ports/schedule.ts'
import type { Space } from './ports/space.ts'
import { createContentLock } from './repo/content-lock.ts'
import { keptByRoots } from './repo/kept-by-roots.ts'
import { createReasonToKeep } from './repo/reason-to-keep.ts'
import { createRepo, type Repo } from './repo/repo.ts'
import { touchingBlockstore } from './repo/touching-blockstore.ts'
import { reserveDatastore, spacedBlockstore, spacedDatastore } from './space/spaced-stores.ts'
import { TIDEPOOL_VERSION } from './version.ts'

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
  /** Absent on a host that decodes no pictures. */
  readonly imageResizer?: ImageResizer
  /** Absent on a host that asks no other nodes. */
  readonly outbound?: Outbound
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

export interface NodeOptions {
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
  readonly calendar?: CalendarSettings
  /** When commits of the calendar go into the ledger. */
  readonly anchoring?: AnchorSettings
  readonly ledger?: LedgerSettings
  /** What is verified, and who is asked for blocks that are corrupt: all reads, and nobody, when absent. */
  readonly blocks?: Partial<BlockSettings>
}

export interface CalendarSettings {
  /** Of so many newest commits collection keeps the whole search tree; 256 when absent. */
  readonly keptStates?: number
}

/** A running node: its services, and no HTTP. */
export interface StorageNode {
  /** The host's ports; the Blockstore is the one that verifies and counts, and that knows of collections. */
  readonly ports: Ports
  readonly activity: Activity
  readonly version: string
  readonly system: string
  readonly repoPath: string
  readonly importing: Importing
  readonly gatewayHosts: readonly string[]
  readonly identity: Identity
  readonly blocks: Blocks
  /** Blocks that are held without a good copy. */
  readonly quarantine: Pick<Quarantine, 'counts'>
  /** Bytes that all who write may hold together; whoever makes a block writer hands it on. */
  readonly writeBudget: ByteBudget
  /** Decides when request bodies are read. */
  readonly bodyAdmission: BodyAdmission
  readonly pins: Pins
  readonly repo: Repo
  readonly calendar: Calendar
  readonly ledger: Ledger
  readonly sequencer: Sequencer
}

/** The only composition inside the core. */
export async function createNode(
  given: Ports,
  {
    repoPath,
    system,
    importing = {},
    gatewayHosts = [],
    calendar = {},
    anchoring = {},
    ledger: own = {},
    blocks: { verifyReads, healGateways = [] } = {},
  }: NodeOptions,
): Promise<StorageNode> {
  const activity = given.activity ?? createActivity()
  const { space } = given
  const reserved = reserveDatastore(given.datastore, space)
  const contentLock = createContentLock({ ...given, datastore: reserved })
  const stored = spacedBlockstore(given.blockstore, space)
  const counted = given.activity ? stored : meteredBlockstore(stored, activity)
  const quarantine = createQuarantine(reserved)
  const source = createSource({ store: counted, quarantine, verifyReads })
  const wholeSource = createSource({ store: counted, quarantine })
  const blockstore = touchingBlockstore(source, contentLock)
  const ports = { ...given, activity, blockstore, datastore: spacedDatastore(given.datastore, space) }
  const writeBudget = given.writeBudget ?? createWriteBudget()
  const walk = createDagWalk(blockstore)
  const wholeWalk = createDagWalk(wholeSource, { readsLeaves: true })
  // What a root keeps does not depend on the bytes of its leaves: a quarantined one stands for itself.
  const coverWalk = createDagWalk({ get: wholeSource.get, has: counted.has })
  const pins = createPins({ ...ports, walk, wholeWalk, coverWalk, contentLock })
  const ledger = createLedger({ ...ports, ...own, walk, contentLock })
  const identity = await openIdentity(ports)
  const ownCalendar = createCalendar({ ...ports, deriving: createDeriving() })
  const sequencer = await createSequencer({
    ...ports,
    ...anchoring,
    calendar: ownCalendar,
    ledger,
    identity,
    writeBudget,
  })
  const { schedule, logger, outbound, clock } = ports
  const written = schedule && keepAnchoring({ sequencer, schedule, contentLock, logger })
  const keptBy = createReasonToKeep({
    pins,
    services: {
      calendar: [
        createKeptBlock({ ...ports, calendar: ownCalendar }),
        keptByRoots(pictureRoots(ownCalendar), { ...ports, walk: coverWalk }),
      ],
      ledger: [keptByRoots(ledger.liveRoots, { ...ports, walk: coverWalk })],
    },
  })
  return {
    ports,
    activity,
    version: TIDEPOOL_VERSION,
    system,
    repoPath,
    importing,
    gatewayHosts,
    identity,
    blocks: createBlocks({
      blockstore,
      isStored: counted.has,
      contentLock,
      activity,
      writeBudget,
      keptBy,
    }),
    quarantine,
    writeBudget,
    bodyAdmission: createBodyAdmission(ports),
    pins,
    calendar: written ? tellingOfWrites(ownCalendar, written) : ownCalendar,
    repo: createRepo({
      blockstore: wholeSource,
      stored: counted,
      gateways: () =>
        outbound ? healGateways.map((origin) => remoteBlocks(origin, { outbound, clock })) : [],
      contentLock,
      pins,
      walk: coverWalk,
      repoPath,
      services: { calendar: calendarRoots({ ...ports, ...calendar }), ledger: ledger.liveRoots },
    }),
    ledger,
    sequencer,
  }
}

function tellingOfWrites(calendar: Calendar, written: () => void): Calendar {
  return {
    ...calendar,
    async write(plan, options) {
      const result = await calendar.write(plan, options)
      written()
      return result
    },
  }
}
