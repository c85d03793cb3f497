import type { Blockstore } from 'interface-blockstore'
import type { Datastore } from 'interface-datastore'
import { toInterfaceBlockstore } from '../../src/interface-store/to-interface-blockstore.ts'
import { toInterfaceDatastore } from '../../src/interface-store/to-interface-datastore.ts'
import type { Ports } from '../../src/node/create.ts'

/** The storage of a browser in the interfaces of the ecosystem. */
export interface InterfaceStores {
  readonly blockstore: Blockstore
  readonly datastore: Datastore
}

export function interfaceStores({ blockstore, datastore }: Ports): InterfaceStores {
  return { blockstore: toInterfaceBlockstore(blockstore), datastore: toInterfaceDatastore(datastore) }
}
