import { memoryBlockstore } from '../../../src/memory/memory-blockstore.ts'
import { blockstoreContract } from '../../contracts/blockstore.ts'

blockstoreContract('memory', async () => memoryBlockstore())
