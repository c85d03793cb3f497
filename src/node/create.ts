import { keepDue } from '../schedule/keep-due.ts'
import { TIDEPOOL_VERSION } from '../version.ts'
import { type Contributions, compose } from './compose.ts'
import type { CORE_PARTS } from './core-parts.ts'
import {
  type HostBindings,
  hostBindings,
  type Importing,
  type NodeSettings,
  type Ports,
} from './host-bindings.ts'
import type { AnyPart, PartEntry, ServicesOf } from './part.ts'
import type { WHOLE_NODE } from './whole-node.ts'

export type { HostBindings, Importing, Ports } from './host-bindings.ts'

export interface NodeOptions<Entries extends readonly PartEntry[]> extends NodeSettings {
  /** The parts that the host carries: `WHOLE_NODE`, or another list of `src/node/`. */
  readonly parts: Entries & Satisfied<Entries>
}

/** Everything that a part or a command can need, by name. */
export type Needable = HostBindings & ServicesOf<typeof WHOLE_NODE>

type CoreServices = ServicesOf<typeof CORE_PARTS>

/** A running node: its services, and no HTTP. It has what every host carries; the rest is got by {@link CoreNode.use}. */
export interface CoreNode extends CoreServices {
  /** The host's ports; the Blockstore is the one that verifies and counts, and that knows of collections. */
  readonly ports: Ports
  readonly version: string
  readonly system: string
  readonly repoPath: string
  readonly importing: Importing
  readonly gatewayHosts: readonly string[]
  /**
   * Gives parts and ports by name. A promise only where a lazy part has to be loaded. Throws `unsupported` for what
   * this host does not carry, `unavailable` for a part that cannot be loaded now.
   */
  use<Name extends keyof Needable>(
    names: readonly Name[],
  ): Pick<Needable, Name> | Promise<Pick<Needable, Name>>
}

/** A node with all parts, none of them lazy. */
export type StorageNode = NodeWith<'calendar' | 'ledger' | 'sequencer'>

/** A node that carries more than the core. */
export type NodeWith<Name extends keyof Needable> = CoreNode & Pick<Needable, Name>

/** A node with the named parts, which are loaded where they are lazy. Throws what {@link CoreNode.use} throws. */
export async function withParts<Name extends keyof Needable>(
  node: CoreNode,
  names: readonly Name[],
): Promise<NodeWith<Name>> {
  return { ...node, ...(await node.use(names)) }
}

/** Creates a node of the parts in a list. */
export async function createNode<const Entries extends readonly PartEntry[]>(
  ports: Ports,
  { parts, gatewayHosts = [], ...settings }: NodeOptions<Entries>,
): Promise<CoreNode & ServicesOf<Entries>> {
  const host = hostBindings(ports, settings)
  const { schedule, logger } = ports
  const { values, use } = await compose(parts, {
    host: { ...host },
    ...(schedule && { onDue: (work) => keepDue(work, { schedule, logger }) }),
  })
  // The list says which values there are; the composer only knows their names.
  const services = Object.fromEntries(values) as unknown as CoreServices & ServicesOf<Entries>
  const { activity, blockstore, datastore } = services
  return {
    ...services,
    ports: { ...ports, activity, blockstore, datastore },
    version: TIDEPOOL_VERSION,
    system: host.system,
    repoPath: host.repoPath,
    importing: host.importing,
    gatewayHosts,
    use: use as CoreNode['use'],
  }
}

type Provided<Entries extends readonly PartEntry[]> = HostBindings &
  ServicesOf<Entries> & { readonly contributions: Contributions }

/** A type that no list has, with the names of the parts whose needs are missing or of another type. */
type Satisfied<Entries extends readonly PartEntry[]> = [Unmet<Entries>] extends [never]
  ? unknown
  : { readonly partsWithUnmetNeeds: Unmet<Entries> }

type Unmet<Entries extends readonly PartEntry[]> = {
  [At in keyof Entries]: Entries[At] extends AnyPart ? UnmetOf<Entries[At], Provided<Entries>> : never
}[number]

type UnmetOf<P extends AnyPart, Values> = Values extends Parameters<P['create']>[0] ? never : P['name']
