import { memoryPackFiles } from '../../../src/memory/memory-pack-files.ts'
import { packFilesContract } from '../../contracts/pack-files.ts'

packFilesContract('memory', async () => memoryPackFiles())
