import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { DESCRIPTIONS } from '../../src/descriptions.ts'

const built = join(import.meta.dirname, '../../dist/web')

const FILES = [
  ['sw.js', 'text/javascript'],
  ...Object.keys(DESCRIPTIONS).map((name) => [name, 'application/json'] as const),
] as const

/**
 * Serves the built service worker at `/sw.js` of the test page's origin, so that its scope is `/`, and the
 * files of the page that it reads itself.
 */
export function serveBuiltWorker(): Plugin {
  return {
    name: 'tidepool:serve-built-worker',
    configureServer(server) {
      for (const [name, type] of FILES) {
        server.middlewares.use(`/${name}`, (_request, response, next) => {
          readFile(join(built, name)).then((content) => {
            response.setHeader('Content-Type', type)
            response.setHeader('Cache-Control', 'no-store')
            response.end(content)
          }, next)
        })
      }
    },
  }
}
