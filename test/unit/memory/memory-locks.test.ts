import { memoryLocks } from '../../../src/memory/memory-locks.ts'
import { locksContract } from '../../contracts/locks.ts'

locksContract('memory', async () => memoryLocks())
