import type { Plugin } from 'vite'

const PREFIX = '\0absent:'

/**
 * Replaces packages that other packages import, but this project never uses, by small substitutes. `modules`
 * has the code of each substitute by package name. Tests run with the real packages.
 */
export function absentPackages(modules: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'tidepool:absent-packages',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (Object.hasOwn(modules, id) ? PREFIX + id : undefined),
    load: (id) => (id.startsWith(PREFIX) ? modules[id.slice(PREFIX.length)] : undefined),
  }
}
