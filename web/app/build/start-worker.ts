/** The code of one file of the worker. It is registered when the file is imported and runs when it is first required. */
export type Factory = (exports: object, require: Require) => void

/** Returns what a file exports. Throws an `Error` that names a file which cannot be imported. */
export type Require = (path: string) => object

/** The global scope of a classic service worker, as far as its loader needs it. */
export interface WorkerScope {
  importScripts(name: string): void
  addEventListener(
    type: 'install',
    listener: (event: { waitUntil(done: Promise<unknown>): void }) => void,
  ): void
  definePart?(factory: Factory): void
}

/**
 * Runs `main`, the code of the script `name` of a service worker whose other files are `parts`. A service worker
 * cannot use `import()`, but it may call `importScripts()` at any time for a script that it has imported while it
 * was installed: the browser keeps these together with the worker. So installing it imports all parts, without
 * running them, and a worker that starts again reads a part only when it is needed. It gets the files of its own
 * installation, whatever the server has since. Spec: Service Workers, "importScripts(urls)".
 *
 * The build writes this function into the worker as text, so it uses nothing from outside of itself.
 */
export function startWorker(
  scope: WorkerScope,
  { name, parts, main }: { readonly name: string; readonly parts: readonly string[]; readonly main: Factory },
): void {
  const factories = new Map<string, Factory>()
  const known = new Map<string, object>()
  let importing = ''

  scope.definePart = (factory) => {
    factories.set(importing, factory)
  }
  function factoryOf(part: string): Factory {
    if (!factories.has(part)) {
      importing = part
      scope.importScripts(part)
    }
    const factory = factories.get(part)
    if (factory) return factory
    throw new Error(`Cannot import "${part}": it is no part of this worker`)
  }
  function require(path: string): object {
    const part = path.replace('./', '')
    return known.get(part) ?? run(part, factoryOf(part))
  }
  function run(part: string, factory: Factory): object {
    const exports = {}
    // Before it runs: parts may require one another.
    known.set(part, exports)
    try {
      factory(exports, require)
    } catch (error) {
      known.delete(part)
      throw error
    }
    return exports
  }

  scope.addEventListener('install', (event) => {
    // A listener that throws would not stop the installation.
    event.waitUntil(Promise.resolve().then(() => parts.forEach(factoryOf)))
  })
  run(name, main)
}
