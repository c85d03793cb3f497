import { RPC_VERSION } from '../../../version.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { Diagnostics } from '../../shapes/diagnostics.ts'

/**
 * Current activity, and the host. Spec: RPC document, section 4, `/diag/sys`. Spec gap: the document calls the
 * reply text. It is one JSON object, without what a host cannot know.
 */
export const diagSys = defineCommand({
  path: 'diag/sys',
  about: 'Print system diagnostic information',
  args: {},
  options: {},
  reply: json(Diagnostics),
  parts: ['activity', 'quarantine', 'system', 'repoPath', 'network', 'freeSpace'],
  async run({ activity, quarantine, system, repoPath, network, freeSpace }, { signal }) {
    const freeBytes = await freeSpace.read()
    const total = freeSpace.totalBytes === undefined ? {} : { total_space: freeSpace.totalBytes }
    return {
      ...(freeBytes !== undefined && { diskinfo: { free_space: freeBytes, ...total } }),
      environment: { IPFS_PATH: repoPath },
      ipfs_version: RPC_VERSION,
      net: { online: network.isEnabled },
      runtime: { os: system },
      tidepool: { activity: activity.readings(), blocks: await quarantine.counts({ signal }) },
    }
  },
})
