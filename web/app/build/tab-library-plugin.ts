import { cp } from 'node:fs/promises'
import type { Plugin } from 'vite'

const NAME = 'virtual:tab-library'
const FOLDER = 'node'

/**
 * Puts the built node for apps beside the page, which loads it when its visitor connects to peers. It is no part of
 * the page: the service worker would keep it for visitors who never connect.
 */
export function tabLibrary({ page }: { readonly page: string }): Plugin {
  return {
    name: 'tidepool:tab-library',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'tab' || name === 'client',
    resolveId: (id) => (id === NAME ? { id: `/${FOLDER}/tab.js`, external: 'absolute' } : undefined),
    async writeBundle({ dir = '' }, bundle) {
      if (this.environment.name !== 'tab') return
      const files = Object.keys(bundle).filter((name) => name.endsWith('.js'))
      await Promise.all(files.map((name) => cp(`${dir}/${name}`, `${page}/${FOLDER}/${name}`)))
    },
  }
}
