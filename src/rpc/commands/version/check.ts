import { DomainError } from '../../../errors.ts'
import { RPC_VERSION } from '../../../version.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { int } from '../../declare/wire.ts'
import { VersionCheck } from '../../shapes/node.ts'

/**
 * Makes no requests: no host is configured that knows versions, so this node is the only one in the sample.
 * Spec gap: not in the document. The reference implementation 0.44 asks its connected peers.
 */
export const versionCheck = defineCommand({
  path: 'version/check',
  about: 'Compare the version of this node with that of its peers',
  extension: true,
  args: {},
  options: {
    'min-percent': int('Percentage of peers with a newer version that counts as an update', {
      alias: 't',
      fallback: 5,
    }),
  },
  reply: json(VersionCheck),
  async run(_, { options: { 'min-percent': percent } }) {
    if (percent < 0 || percent > 100) {
      throw new DomainError(
        'invalid-argument',
        'Version.SwarmCheckPercentThreshold must be between 1 and 100',
      )
    }
    const [version = RPC_VERSION] = RPC_VERSION.split('-')
    return {
      UpdateAvailable: false,
      RunningVersion: version,
      GreatestVersion: version,
      PeersSampled: 1,
      WithGreaterVersion: 0,
    }
  },
})
