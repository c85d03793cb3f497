import type { AnchorSettings } from '../audit/settings.ts'
import type { ByteBudget } from '../blocks/byte-budget.ts'
import type { BlockSettings } from '../blocks/settings.ts'
import type { CalendarRetention } from '../calendar/part.ts'
import type { Texts } from '../config/read-config.ts'
import type { Activity } from '../diagnostics/activity.ts'
import type { LogLevels, Logs, Threshold } from '../diagnostics/logs.ts'
import type { LedgerSettings } from '../ledger/settings.ts'
import type { PubsubSettings } from '../net/pubsub/settings.ts'
import type { RoutingSettings } from '../net/routing/settings.ts'
import type { NetworkSettings } from '../net/settings.ts'
import type { AbortOptions } from '../ports/abort.ts'
import type { AcceptWebSocket } from '../ports/accept-web-socket.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { Clock } from '../ports/clock.ts'
import type { Datastore } from '../ports/datastore.ts'
import type { HostKey } from '../ports/host-key.ts'
import type { HostProcess } from '../ports/host-process.ts'
import type { ImageResizer } from '../ports/image-resizer.ts'
import type { Locks } from '../ports/locks.ts'
import type { Logger } from '../ports/logger.ts'
import type { OutboundPorts } from '../ports/outbound.ts'
import type { PeerProcesses } from '../ports/peer-process.ts'
import type { Random } from '../ports/random.ts'
import type { Schedule } from '../ports/schedule.ts'
import type { SocketTargets } from '../ports/socket-targets.ts'
import type { SourceFiles } from '../ports/source-files.ts'
import type { Space } from '../ports/space.ts'
import type { Transports } from '../ports/transports.ts'
import type { PinServiceSettings } from '../services/pinning/settings.ts'
import type { ReadAheadLimit } from '../streams/read-ahead-limit.ts'
import type { DagDefaults } from '../unixfs/dag/dag-shape.ts'

/** The ports of a host: the only way in which the core reaches the world outside. */
export interface Ports {
  readonly blockstore: Blockstore
  readonly datastore: Datastore
  readonly clock: Clock
  readonly random: Random
  readonly locks: Locks
  readonly logger: Logger
  /** The levels of `/log/level`, on a host that unloads an idle node and loads it again. */
  readonly logLevels?: LogLevels
  /** Absent on a host that reaches no peers, or whose owner permits none. */
  readonly transports?: Transports | undefined
  /** Present on a host of several processes, only one of which runs the peer. */
  readonly peerProcesses?: PeerProcesses
  /** Runs scheduled work. Without it, due work waits for the next call that does it. */
  readonly schedule?: Schedule
  /** Absent on a host whose storage reports no limit. */
  readonly space?: Space | undefined
  /** Absent on a host without a key. Then only the identity is stored, unencrypted. */
  readonly hostKey?: HostKey
  /** Absent on a host that serves more than this node, and starts it again by itself. */
  readonly hostProcess?: HostProcess | undefined
  /** Absent on a host that cannot decode pictures. */
  readonly imageResizer?: ImageResizer
  /** Files that blocks may refer to. Absent where the filestore is disabled. */
  readonly sourceFiles?: SourceFiles | undefined
  /** Absent on a host that accepts no WebSockets for `p2p/forward`. */
  readonly acceptWebSocket?: AcceptWebSocket | undefined
  /** Absent on a host that connects no services for its peers. */
  readonly socketTargets?: SocketTargets | undefined
  /** Absent on a host without outbound requests. */
  readonly outbound?: OutboundPorts
  /** Has the host look for a newer version of this software; resolves to a sentence about it. Absent on most hosts. */
  readonly findUpdate?: () => Promise<string>
  /**
   * Connects to the node that serves the page of this host, and resolves to its address with its peer id. Throws
   * `unavailable`. Absent on hosts that no other node serves.
   */
  readonly findDefaultPeer?: (options: AbortOptions) => Promise<string>
  /**
   * Resolves after the host has checked for new input. Present on a host where a loop over buffered bytes would
   * delay all other requests. Gets the bytes of large request bodies since the last call, with work that counts
   * as such.
   */
  readonly nextTurn?: (readBytes: number) => Promise<void>
  /**
   * Present when the host's adapters count their storage operations in it. Otherwise the node creates one and
   * counts the calls of the Blockstore.
   */
  readonly activity?: Activity
  /** Present when the host's adapters hold bytes themselves, also in the background. Otherwise the node creates one. */
  readonly writeBudget?: ByteBudget
  /** Present on a host that must see to it that buffers are collected. Otherwise the node creates one. */
  readonly readAhead?: ReadAheadLimit
}

export interface NodeSettings {
  /** Location of the data for `/repo/stat`: a folder, a database name, a bucket. */
  readonly repoPath: string
  /** Host and platform for `/version`, such as `workerd/edge`. */
  readonly system: string
  /** The least level that is logged by subsystems for which `/log/level` has set none. Default: `warn`. */
  readonly logLevel?: Threshold
  /** Defaults for calls that add content. */
  readonly importing?: DagDefaults
  /**
   * Parent hosts of the subdomain gateway, where each root has an origin of its own: `<cid>.ipfs.<host>`. In
   * lower case and without ports. Default: none.
   */
  readonly gatewayHosts?: readonly string[]
  /**
   * Hosts at which the gateway serves the site of their DNSLink, such as `docs.example.org` or `*.example.org`. In
   * lower case and without ports. Default: none.
   */
  readonly dnslinkHosts?: readonly string[]
  /** Addresses of the resolvers that are asked over HTTPS for the DNSLinks of domain names. Default: none. */
  readonly dnsResolvers?: readonly string[]
  readonly calendar?: CalendarRetention
  /** Time zone of the calendar's site, such as `Europe/Berlin`. Default: `UTC+0`. */
  readonly siteZone?: string
  /** When commits of the calendar are submitted to the ledger. */
  readonly anchoring?: AnchorSettings
  readonly ledger?: LedgerSettings
  /** Which reads are verified, and which hosts replace corrupt blocks. Default: all reads, and no hosts. */
  readonly blocks?: Partial<BlockSettings>
  /** How peers, providers and name records are found. Default: no routers. */
  readonly routing?: Partial<RoutingSettings>
  /** The permissions of peers. Default: all addresses, and no relay. */
  readonly network?: Partial<NetworkSettings>
  /** Messages among peers. Default: enabled. */
  readonly pubsub?: Partial<PubsubSettings>
  /** Limits for users of the pinning service. */
  readonly pinService?: Partial<PinServiceSettings>
  /** The host's environment, whose texts win over the configuration document; none when absent. */
  readonly environment?: Texts
}

/**
 * Ports and settings by the names under which parts and commands need them. A port that a part wraps for all
 * others has the prefix `host`. `undefined` means that the host does not have it.
 */
export interface HostBindings
  extends Pick<Ports, 'clock' | 'random' | 'locks'>,
    Required<Pick<NodeSettings, 'repoPath' | 'system' | 'importing' | 'dnsResolvers'>> {
  readonly logger: Logs
  readonly transports: Transports | undefined
  readonly peerProcesses: PeerProcesses | undefined
  readonly schedule: Schedule | undefined
  readonly space: Space | undefined
  readonly hostKey: HostKey | undefined
  readonly hostProcess: HostProcess | undefined
  readonly imageResizer: ImageResizer | undefined
  readonly sourceFiles: SourceFiles | undefined
  readonly acceptWebSocket: AcceptWebSocket | undefined
  readonly socketTargets: SocketTargets | undefined
  readonly outbound: OutboundPorts | undefined
  readonly nextTurn: Ports['nextTurn'] | undefined
  readonly findUpdate: Ports['findUpdate'] | undefined
  readonly findDefaultPeer: Ports['findDefaultPeer'] | undefined
  readonly hostBlockstore: Blockstore
  readonly hostDatastore: Datastore
  readonly hostActivity: Activity | undefined
  readonly hostWriteBudget: ByteBudget | undefined
  readonly hostReadAhead: ReadAheadLimit | undefined
  readonly calendarRetention: CalendarRetention
  readonly siteZone: string | undefined
  readonly anchorSettings: AnchorSettings
  readonly ledgerSettings: LedgerSettings
  readonly blockSettings: Partial<BlockSettings>
  readonly routingSettings: Partial<RoutingSettings>
  readonly networkSettings: Partial<NetworkSettings>
  readonly pubsubSettings: Partial<PubsubSettings>
  readonly pinServiceSettings: Partial<PinServiceSettings>
  readonly environment: Texts
}

/** Maps ports and settings of a host to the names that parts need. */
export function hostBindings(
  ports: Ports & { readonly logger: Logs },
  {
    repoPath,
    system,
    importing = {},
    dnsResolvers = [],
    calendar = {},
    siteZone,
    anchoring = {},
    ledger = {},
    blocks = {},
    routing = {},
    network = {},
    pubsub = {},
    pinService = {},
    environment = {},
  }: NodeSettings,
): HostBindings {
  return {
    clock: ports.clock,
    random: ports.random,
    locks: ports.locks,
    logger: ports.logger,
    transports: ports.transports,
    peerProcesses: ports.peerProcesses,
    schedule: ports.schedule,
    space: ports.space,
    hostKey: ports.hostKey,
    hostProcess: ports.hostProcess,
    imageResizer: ports.imageResizer,
    sourceFiles: ports.sourceFiles,
    acceptWebSocket: ports.acceptWebSocket,
    socketTargets: ports.socketTargets,
    outbound: ports.outbound,
    nextTurn: ports.nextTurn,
    findUpdate: ports.findUpdate,
    findDefaultPeer: ports.findDefaultPeer,
    hostBlockstore: ports.blockstore,
    hostDatastore: ports.datastore,
    hostActivity: ports.activity,
    hostWriteBudget: ports.writeBudget,
    hostReadAhead: ports.readAhead,
    repoPath,
    system,
    importing,
    dnsResolvers,
    calendarRetention: calendar,
    siteZone,
    anchorSettings: anchoring,
    ledgerSettings: ledger,
    blockSettings: blocks,
    routingSettings: routing,
    networkSettings: network,
    pubsubSettings: pubsub,
    pinServiceSettings: pinService,
    environment,
  }
}
