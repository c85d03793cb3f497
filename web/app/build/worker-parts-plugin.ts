import type { Plugin } from 'vite'
import { startWorker } from './start-worker.ts'

/** Stands for the names of the parts until they are known. */
const NAMES = '__WORKER_PARTS__'
const QUOTED_NAMES = new RegExp(`["'\`]${NAMES}["'\`]`)

interface Chunk {
  readonly isEntry: boolean
  readonly fileName: string
}

/** Builds a classic service worker of several scripts, see {@link startWorker}. */
export function workerParts(): Plugin {
  return {
    name: 'tidepool:worker-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'sw',
    outputOptions: (options) => ({
      ...options,
      // ES modules cannot be imported by a script.
      format: 'cjs',
      banner: ({ isEntry }: Chunk) =>
        isEntry
          ? `(${startWorker})(self, { main: (exports, require) => {`
          : 'definePart((exports, require) => {',
      footer: ({ isEntry, fileName }: Chunk) =>
        isEntry ? `}, name: '${fileName}', parts: ['${NAMES}'] })` : '})',
    }),
    /** A worker is new for the browser when its script differs, so the script names its parts, with their hashes. */
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const names = chunks.filter(({ isEntry }) => !isEntry).map(({ fileName }) => JSON.stringify(fileName))
      for (const chunk of chunks) {
        if (chunk.isEntry) chunk.code = chunk.code.replace(QUOTED_NAMES, names.sort().join())
      }
    },
  }
}
