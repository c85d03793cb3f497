import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const NAME = 'virtual:page-assets'

/**
 * Passes the list of the page's files to the service worker. Their names are known after the page is built, and
 * the worker is built after it.
 */
export function pageAssets(): Plugin {
  const paths: string[] = []
  const digest = createHash('sha256')
  return {
    name: 'tidepool:page-assets',
    enforce: 'post',
    sharedDuringBuild: true,
    writeBundle(_, bundle) {
      if (this.environment.name !== 'client') return
      for (const [name, file] of Object.entries(bundle)) {
        if (name.endsWith('.map')) continue
        paths.push(name === 'index.html' ? '/' : `/${name}`)
        digest.update(file.type === 'chunk' ? file.code : file.source)
      }
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined
      const version = digest.copy().digest('hex').slice(0, 16)
      return `export const pageAssets = ${JSON.stringify(paths)}; export const pageVersion = '${version}'`
    },
  }
}
