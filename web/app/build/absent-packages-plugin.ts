import type { Plugin } from 'vite'

const PREFIX = '\0absent:'

/**
 * Replaces what packages import, and this project does without or does otherwise, by small substitutes. `modules` has
 * the code of each substitute by the name in the import. Tests run with the real packages.
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
