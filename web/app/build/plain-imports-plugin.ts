import type { Plugin } from 'vite'

const HELPER = /vite\/preload-helper\.js$/
/** Bundles without a page's document: the build's helper for lazy parts could load nothing ahead of them. */
const WITHOUT_DOCUMENT = ['sw', 'tab', 'core']

/** Leaves lazy parts to `import()` alone in bundles that have no style sheets. */
export function plainImports(): Plugin {
  return {
    name: 'tidepool:plain-imports',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => WITHOUT_DOCUMENT.includes(name),
    transform: {
      filter: { id: HELPER },
      handler: () => ({ code: 'export const __vitePreload = (load) => load()', map: null }),
    },
  }
}
