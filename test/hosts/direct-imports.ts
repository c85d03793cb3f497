import { registerHooks } from 'node:module'

const ADDED = Symbol.for('tidepool.direct-imports')

/** Vitest reads the imports of each module only to run tests again after a change. */
const isWatching = process.env['VITEST_MODE'] === 'WATCH'

/** An import of a source by another one. It names the file, so that there is nothing to search. */
const SOURCE = /^\.{1,2}\/.+\.ts$/

// Once for all files that share a process.
if (!isWatching && !Reflect.has(globalThis, ADDED)) {
  Reflect.set(globalThis, ADDED, true)
  // Hooks that are registered last run first. Vitest's own sends each import to its main process as a message.
  registerHooks({
    resolve: (specifier, context, next) =>
      SOURCE.test(specifier) && context.parentURL?.startsWith('file:') === true
        ? { url: new URL(specifier, context.parentURL).href, shortCircuit: true }
        : next(specifier, context),
  })
}
