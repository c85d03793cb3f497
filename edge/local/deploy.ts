import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const PROJECT = join(import.meta.dirname, '../..')
/** The id of a namespace, as the platform makes it. */
const NAMESPACE_ID = /^[0-9a-f]{32}$/

const require = createRequire(import.meta.url)
const wrangler: typeof import('wrangler') = require('wrangler')
const { kv_namespaces: namespaces } = wrangler.unstable_readConfig({ config: join(PROJECT, 'wrangler.toml') })
const unset = namespaces.find(({ id = '' }) => !NAMESPACE_ID.test(id))
if (unset) {
  process.stderr.write(
    `Cannot deploy: id "${unset.id}" of ${unset.binding} in wrangler.toml is a placeholder (npx wrangler kv namespace create tidepool-cache prints the right one)\n`,
  )
  process.exit(1)
}
const program = join(PROJECT, 'node_modules/wrangler/bin/wrangler.js')
const { status } = spawnSync(process.execPath, [program, 'deploy', ...process.argv.slice(2)], {
  cwd: PROJECT,
  stdio: 'inherit',
})
process.exit(status ?? 1)
