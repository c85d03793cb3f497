import { memorySourceFiles } from '../../../src/memory/memory-source-files.ts'
import { sourceFilesContract } from '../../contracts/source-files.ts'

sourceFilesContract('memory', async () => {
  const held = new Map<string, Uint8Array>()
  return {
    files: memorySourceFiles(held),
    async put(path, bytes) {
      held.set(path, bytes)
    },
    async remove(path) {
      held.delete(path)
    },
  }
})
