import { DurableObject } from 'cloudflare:workers'
import { createAttempts } from '../src/access/attempts.ts'
import { createApp } from '../src/app.ts'
import type { BlockReader } from '../src/blocks/load-block.ts'
import { parseCid } from '../src/codec/cid/cid.ts'
import { hashInStepUpTo } from '../src/codec/cid/hashers.ts'
import { loadSection, nodeTexts } from '../src/config/read-config.ts'
import { nodeSections } from '../src/config/schema.ts'
import { startConfig } from '../src/config/start-config.ts'
import type { LogLevels } from '../src/diagnostics/logs.ts'
import { gatewaySessions } from '../src/gateway/gateway-sessions.ts'
import { type CoreNode, createNode } from '../src/node/create.ts'
import { WHOLE_NODE } from '../src/node/whole-node.ts'
import { pinRoutes } from '../src/services/pinning/routes.ts'
import { accessPolicy, withLocalOwner } from './access-policy.ts'
import { bucketFiles } from './bucket-files.ts'
import { consoleLogger } from './console-logger.ts'
import { declaredLength } from './declared-length.ts'
import { type EdgePorts, edgePorts } from './edge-ports.ts'
import type { Env } from './env.ts'
import { forwardingPorts } from './forwarding/forwarding-ports.ts'
import { edgePeers, type ServePeers } from './peers/edge-peers.ts'
import { networkSettings } from './peers/network-settings.ts'
import type { PublicBlock, PublicBlockOptions } from './reader/near-blocks.ts'
import { starterProcess } from './starter-process.ts'
import { afterUnreadBody } from './unread-body.ts'
import { useSections } from './use-sections.ts'

/**
 * Synchronous hashing for small blocks. Web Crypto of this runtime runs in the calling thread: 7 µs for 4 KiB,
 * where JavaScript takes 47.
 */
hashInStepUpTo(192)

/** Outlives the object, which the runtime unloads when it is idle. It ends with the process. */
const logLevels: LogLevels = new Map()

interface ServedNode {
  readonly node: CoreNode
  readonly app: ReturnType<typeof createApp>
  readonly peers: ServePeers
  /** Opens a reader of what anonymous clients may read, which fetches where the gateway fetches for them. */
  readonly openReader: (options: PublicBlockOptions) => BlockReader
}

/**
 * The node: one object, one writer. It serves no request before it is complete, and none at all while a variable
 * of the ledger or the stored prefix of its addresses cannot be read: records written with a wrong setting could not be
 * taken back.
 */
export class NodeObject extends DurableObject<Env> {
  readonly #ports: EdgePorts
  readonly #served: Promise<ServedNode>

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    const logger = consoleLogger()
    const { encryptionKey } = loadSection(nodeSections.keys, env)
    this.#ports = edgePorts(state.storage, env, { keySecret: encryptionKey })
    this.#served = state.blockConcurrencyWhile(async () => {
      const environment = nodeTexts(env)
      const config = await startConfig({ datastore: this.#ports.datastore, environment, logger })
      const sourceFiles = config.filestore.isFilestoreEnabled ? bucketFiles(env.BLOCKS) : undefined
      const peers = edgePeers({
        addresses: config.network.addresses,
        stance: env.ACCESS,
        publicNetwork: env.PUBLIC_NETWORK,
        logger,
      })
      const { transports } = peers
      const forwarding = forwardingPorts({ hosts: config.network.forwardingHosts, stance: env.ACCESS })
      const { node: settings, app: options, outbound } = useSections(config, env.PUBLIC_NETWORK)
      const hostProcess = starterProcess(env)
      const ports = {
        ...{ ...this.#ports, ...forwarding, hostProcess },
        ...{ logLevels, outbound, sourceFiles, transports },
      }
      const node = await createNode(ports, {
        parts: WHOLE_NODE,
        repoPath: env.DATA_FOLDER ?? 'r2:tidepool-blocks',
        system: 'workerd/edge',
        ...settings,
        pinService: { ...config.pinService, dialsPrivate: env.ACCESS === 'loopback' },
        network: networkSettings(env.ACCESS, config.network),
        environment,
      })
      const policy = accessPolicy(env.ACCESS, config.access)
      const attempts = createAttempts(node.clock)
      const app = createApp(node, policy, {
        ...options,
        attempts,
        calendar: withLocalOwner(options.calendar, env.ACCESS),
        services: { pins: pinRoutes },
        readDescription: async (name) => (await env.ASSETS.fetch(`http://assets/${name}`)).text(),
      })
      const openReader = gatewaySessions(node.publicSessions, { policy, ...options })
      return { node, app, peers: peers.serve({ node, policy, attempts }), openReader }
    })
  }

  override async fetch(request: Request): Promise<Response> {
    const { app, peers } = await this.#served
    const accepted = peers(request)
    if (accepted) return accepted
    const { countRead } = this.#ports
    return declaredLength(await afterUnreadBody(request, await app.fetch(request), { countRead }))
  }

  /**
   * A block that anonymous clients may read, for the front of this node. `undefined` for any other. Throws `invalid-argument`
   * for a text that is no CID, and the errors of reading.
   */
  async findPublic(cid: string, options: PublicBlockOptions): Promise<PublicBlock | undefined> {
    const { openReader } = await this.#served
    const found = parseCid(cid)
    const bytes = await openReader(options).get(found)
    return bytes && { bytes: bytes.slice(), place: this.#ports.blockstore.placeOf(found) }
  }

  /** A text that is different for each state of the calendar, for the front of this node. */
  async calendarHead(): Promise<string> {
    const { node } = await this.#served
    const { calendar } = await node.use(['calendar'])
    const { head } = await calendar.view()
    return head?.toString() ?? 'none'
  }

  /** Runs all scheduled tasks that are due. */
  override alarm(): Promise<void> {
    return this.#ports.schedule.runDue()
  }
}
