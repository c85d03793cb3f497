import type { Plugin } from 'vite'
import { startWorker } from './start-worker.ts'

/** Stands for the names of the parts until they are known. */
const NAMES = '__WORKER_PARTS__'
const QUOTED_NAMES = new RegExp(`["'\`]${NAMES}["'\`]`)

interface Chunk {
  readonly isEntry: boolean
  readonly fileName: string
}

/** Modules that are one part of the worker. */
export interface WorkerPart {
  readonly name: string
  /** Matches the paths of its modules. Those that the worker's script needs itself are left out. */
  readonly test: RegExp
}

/**
 * Builds a classic service worker of several scripts, see {@link startWorker}. Its own has all that it imports
 * statically. What it loads by `import()` is one part for each of `parts`, and one for each module besides.
 */
export function workerParts(parts: readonly WorkerPart[]): Plugin {
  const eager = new Set<string>()
  return {
    name: 'tidepool:worker-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'sw',
    outputOptions: (options) => ({
      ...options,
      // ES modules cannot be imported by a script.
      format: 'cjs',
      codeSplitting: { groups: [{ name: 'main', test: (id) => eager.has(id), priority: 1 }, ...parts] },
      banner: ({ isEntry }: Chunk) =>
        isEntry
          ? `(${startWorker})(self, { main: (exports, require) => {`
          : 'definePart((exports, require) => {',
      footer: ({ isEntry, fileName }: Chunk) =>
        isEntry ? `}, name: '${fileName}', parts: ['${NAMES}'] })` : '})',
    }),
    buildEnd() {
      eager.clear()
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) eager.add(id)
      for (const id of eager)
        for (const needed of this.getModuleInfo(id)?.importedIds ?? []) eager.add(needed)
    },
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
