import type { Plugin } from 'vite'

/** Modules that are loaded together. */
export interface LazyChunk {
  readonly name: string
  /** Matches the paths of its modules. It also gets all that they import, except what an earlier chunk has. */
  readonly test: RegExp
}

/**
 * Puts what an entry imports statically into one chunk, `main`, to which `chunks` may add. What it loads by `import()`
 * is one chunk for each of `chunks`, and one for each module besides.
 */
export function lazyChunks(environment: string, chunks: readonly LazyChunk[]): Plugin {
  const chunkNames = new Map<string, string>()
  return {
    name: `tidepool:lazy-chunks-${environment}`,
    apply: 'build',
    applyToEnvironment: ({ name }) => name === environment,
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        groups: [...new Set(['main', ...chunks.map(({ name }) => name)])].map((name, index) => ({
          name,
          test: (id: string) => chunkNames.get(id) === name,
          priority: chunks.length - index,
        })),
      },
    }),
    buildEnd() {
      chunkNames.clear()
      const all = [...this.getModuleIds()]
      const isEntry = (id: string) => this.getModuleInfo(id)?.isEntry === true
      const importedBy = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
      take('main', all.filter(isEntry), importedBy)
      for (const { name, test } of chunks)
        take(
          name,
          all.filter((id) => test.test(id)),
          importedBy,
        )
    },
  }

  /** Gives modules, and all that they import, to a chunk. What another one has stays there. */
  function take(name: string, ids: readonly string[], importedBy: (id: string) => readonly string[]): void {
    const taken = new Set(ids.filter((id) => !chunkNames.has(id)))
    for (const id of taken)
      for (const needed of importedBy(id)) if (!chunkNames.has(needed)) taken.add(needed)
    for (const id of taken) chunkNames.set(id, name)
  }
}
