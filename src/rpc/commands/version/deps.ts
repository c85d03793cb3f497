import { defineCommand, ndjson } from '../../declare/command.ts'
import { Dependency } from '../../shapes/node.ts'

/** Spec: RPC document, section 4, `/version/deps`. */
export const versionDeps = defineCommand({
  path: 'version/deps',
  about: 'List the packages this build is made of',
  args: {},
  options: {},
  reply: ndjson(Dependency),
})
