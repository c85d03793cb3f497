import { BUNDLED_PACKAGES } from '../../../bundled-packages.ts'
import { TIDEPOOL_VERSION } from '../../../version.ts'
import { defineCommand, ndjson } from '../../declare/command.ts'
import { Dependency } from '../../shapes/node.ts'

/** Spec: RPC document, section 4, `/version/deps`. Spec gap: packages have no sums; their lock file has. */
export const versionDeps = defineCommand({
  path: 'version/deps',
  about: 'List the packages this build is made of',
  args: {},
  options: {},
  reply: ndjson(Dependency),
  text: ({ Path, Version }: { readonly Path: string; readonly Version: string }) => `${Path}@${Version}\n`,
  async *run() {
    for (const [Path, Version] of [['tidepool', TIDEPOOL_VERSION] as const, ...BUNDLED_PACKAGES]) {
      yield { Path, Version, ReplacedBy: '', Sum: '' }
    }
  },
})
