import { memoryDatastore } from '../../../src/memory/memory-datastore.ts'
import { datastoreContract } from '../../contracts/datastore.ts'

datastoreContract('memory', async () => memoryDatastore())
