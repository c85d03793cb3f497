import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const NAME = 'virtual:page-assets'

/**
 * Passes the list of the page's files, its entry script and a digest of all to the service worker. Their names are
 * known after the page is built, and the worker is built after it.
 */
export function pageAssets(): Plugin {
  const paths: string[] = []
  let entry = ''
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
        if (name === 'index.html' && file.type === 'asset') entry = scriptOf(String(file.source))
        digest.update(file.type === 'chunk' ? file.code : file.source)
      }
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined
      if (entry === '') throw new Error('Cannot pass on the files of the page: its entry is not built')
      const version = digest.copy().digest('hex').slice(0, 16)
      const values = { pageAssets: paths, pageEntry: entry, pageVersion: version }
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}

/** The address of a page's script. Its chunk does not say that it is the entry where other modules are grouped into it. */
function scriptOf(html: string): string {
  const [, address] = /<script type="module"[^>]* src="([^"]+)"/.exec(html) ?? []
  if (address === undefined) throw new Error('Cannot pass on the files of the page: it has no script')
  return address
}
