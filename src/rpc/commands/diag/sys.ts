import { RPC_VERSION } from '../../../version.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { Diagnostics } from '../../shapes/diagnostics.ts'

/**
 * What is under way and where this runs. Spec: RPC document, section 4, `/diag/sys`. Spec gap: the document
 * calls the answer text; it is one JSON object, and what a host cannot know is left out of it.
 */
export const diagSys = defineCommand({
  path: 'diag/sys',
  about: 'Print system diagnostic information',
  args: {},
  options: {},
  reply: json(Diagnostics),
  parts: ['activity', 'quarantine', 'system', 'repoPath', 'network'],
  async run({ activity, quarantine, system, repoPath, network }, { signal }) {
    return {
      environment: { IPFS_PATH: repoPath },
      ipfs_version: RPC_VERSION,
      net: { online: network !== undefined },
      runtime: { os: system },
      tidepool: { activity: activity.readings(), blocks: await quarantine.counts({ signal }) },
    }
  },
})
