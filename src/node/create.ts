import { createLogs } from '../diagnostics/logs.ts'
import type { AnyPart, PartEntry, ServicesOf } from '../parts/define-part.ts'
import { keepDue } from '../schedule/keep-due.ts'
import { TIDEPOOL_VERSION } from '../version.ts'
import { type Contributions, compose } from './compose.ts'
import type { CORE_PARTS } from './core-parts.ts'
import { type HostBindings, hostBindings, type NodeSettings, type Ports } from './host-bindings.ts'
import type { WHOLE_NODE } from './whole-node.ts'

export type { HostBindings, Ports } from './host-bindings.ts'

export interface NodeOptions<Entries extends readonly PartEntry[]> extends NodeSettings {
  /** The parts that the host carries: `WHOLE_NODE`, or another list of `src/node/`. */
  readonly parts: Entries & Satisfied<Entries>
}

/** Everything that a part or a command can need, by name. */
export type Needable = HostBindings & ServicesOf<typeof WHOLE_NODE>

type CoreServices = ServicesOf<typeof CORE_PARTS>

/** Ports and settings that answering a request takes, besides services. */
type CoreBindings = Pick<
  HostBindings,
  | 'clock'
  | 'random'
  | 'locks'
  | 'logger'
  | 'peerProcesses'
  | 'imageResizer'
  | 'outbound'
  | 'system'
  | 'repoPath'
  | 'importing'
  | 'siteZone'
>

/**
 * A running node: its services, without HTTP. It has the services of every host. Get the others by
 * {@link CoreNode.use}.
 */
export interface CoreNode extends CoreServices, CoreBindings {
  readonly version: string
  readonly gatewayHosts: readonly string[]
  readonly dnslinkHosts: readonly string[]
  /**
   * Returns parts and ports by name. A promise only if a lazy part must be loaded. Throws `unsupported` for a
   * part that this host does not carry, `unavailable` for a part that cannot be loaded now.
   */
  use<Name extends keyof Needable>(
    names: readonly Name[],
  ): Pick<Needable, Name> | Promise<Pick<Needable, Name>>
}

/** A node with all parts, none of them lazy. */
export type StorageNode = NodeWith<'calendar' | 'ledger' | 'sequencer' | 'backup'>

/** A node with more than the core. */
export type NodeWith<Name extends keyof Needable> = CoreNode & Pick<Needable, Name>

/**
 * Loads the named parts if they are lazy, and returns the node with them. Throws the errors of
 * {@link CoreNode.use}.
 */
export async function withParts<Name extends keyof Needable>(
  node: CoreNode,
  names: readonly Name[],
): Promise<NodeWith<Name>> {
  return { ...node, ...(await node.use(names)) }
}

/** Creates a node from a list of parts. */
export async function createNode<const Entries extends readonly PartEntry[]>(
  ports: Ports,
  { parts, gatewayHosts = [], dnslinkHosts = [], logLevel, ...settings }: NodeOptions<Entries>,
): Promise<CoreNode & ServicesOf<Entries>> {
  const { clock, logLevels } = ports
  const logger = createLogs({ host: ports.logger, clock, levels: logLevels, defaultLevel: logLevel })
  const host = hostBindings({ ...ports, logger }, settings)
  const { schedule } = ports
  const { values, use } = await compose(parts, {
    host: { ...host },
    ...(schedule && { onDue: (work) => keepDue(work, { schedule, logger }) }),
  })
  // The list determines the types of the values. The composer knows only their names.
  const services = Object.fromEntries(values) as unknown as CoreServices & ServicesOf<Entries>
  return {
    ...host,
    ...services,
    version: TIDEPOOL_VERSION,
    gatewayHosts,
    dnslinkHosts,
    use: use as CoreNode['use'],
  }
}

type Provided<Entries extends readonly PartEntry[]> = HostBindings &
  ServicesOf<Entries> & { readonly contributions: Contributions }

/**
 * An impossible type that names the parts whose needs are missing or have another type. `unknown` if there are
 * none.
 */
type Satisfied<Entries extends readonly PartEntry[]> = [Unmet<Entries>] extends [never]
  ? unknown
  : { readonly partsWithUnmetNeeds: Unmet<Entries> }

type Unmet<Entries extends readonly PartEntry[]> = {
  [At in keyof Entries]: Entries[At] extends AnyPart ? UnmetOf<Entries[At], Provided<Entries>> : never
}[number]

type UnmetOf<P extends AnyPart, Values> = Values extends Parameters<P['create']>[0] ? never : P['name']
