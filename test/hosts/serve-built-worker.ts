import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { DESCRIPTIONS } from '../../src/descriptions.ts'

const built = join(import.meta.dirname, '../../dist/web')

/** The worker's script and its parts. */
const SCRIPT = /^\/sw(?:-[\w-]+)?\.js$/

/**
 * Serves the built service worker at `/sw.js` of the test page's origin, so that its scope is `/`, and the
 * files of the page that it reads itself.
 */
export function serveBuiltWorker(): Plugin {
  return {
    name: 'tidepool:serve-built-worker',
    configureServer(server) {
      server.middlewares.use(({ url = '/' }, response, next) => {
        const { pathname } = new URL(url, 'http://localhost')
        const isScript = SCRIPT.test(pathname)
        if (!isScript && !Object.hasOwn(DESCRIPTIONS, pathname.slice(1))) return next()
        readFile(join(built, pathname)).then((content) => {
          response.setHeader('Content-Type', isScript ? 'text/javascript' : 'application/json')
          response.setHeader('Cache-Control', 'no-store')
          response.end(content)
        }, next)
      })
    },
  }
}
