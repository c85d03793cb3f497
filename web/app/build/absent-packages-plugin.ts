import type { Plugin } from 'vite'

const PREFIX = '\0absent:'

/**
 * Leaves packages out of what is built which other packages import and this project never reaches. `modules` is
 * the code that takes the place of each, by its name. Tests run with the packages themselves.
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
