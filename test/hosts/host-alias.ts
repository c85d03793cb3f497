import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/** The module that `#host` is in this process: Vite's aliases do not apply to what Node loads by itself. */
const url = () => pathToFileURL(process.env['TIDEPOOL_HOST_MODULE'] ?? '').href

registerHooks({
  resolve: (specifier, context, next) => next(specifier === '#host' ? url() : specifier, context),
})
