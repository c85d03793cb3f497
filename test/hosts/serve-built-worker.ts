import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const built = join(import.meta.dirname, '../../dist/web')

/** Serves the built service worker at `/sw.js` of the test page's origin, so that its scope is `/`. */
export function serveBuiltWorker(): Plugin {
  return {
    name: 'tidepool:serve-built-worker',
    configureServer(server) {
      server.middlewares.use('/sw.js', (_request, response, next) => {
        readFile(join(built, 'sw.js')).then((script) => {
          response.setHeader('Content-Type', 'text/javascript')
          response.setHeader('Cache-Control', 'no-store')
          response.end(script)
        }, next)
      })
    },
  }
}
