import { MemoryBlockstore } from 'blockstore-core/memory'
import { fromInterfaceBlockstore } from '../../../src/interface-store/from-interface-blockstore.ts'
import { toInterfaceBlockstore } from '../../../src/interface-store/to-interface-blockstore.ts'
import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { blockstoreContract } from '../../contracts/blockstore.ts'

blockstoreContract('of the ecosystem', async () => fromInterfaceBlockstore(new MemoryBlockstore()))

blockstoreContract('own, passed through the interface of the ecosystem', async () => {
  const own = memoryBlockstore()
  // The interface cannot say that a held block must be written again.
  return { ...fromInterfaceBlockstore(toInterfaceBlockstore(own)), replace: own.replace }
})
