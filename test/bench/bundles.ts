import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../check/run-tool.ts'
import { gzippedKilobytes } from '../check/sizes.ts'
import { buildPage, pageFolder } from './browser/build-pages.ts'
import { KILOBYTES, measure } from './measure.ts'
import type { Section } from './section.ts'

/** What is shipped, gzipped, against the budgets of `package.json`; and a page with a node in it beside a peer's. */
export const bundles: Section = {
  name: 'bundles',
  needsPeers: true,
  needsBuild: true,
  async run({ hasPeers, report }) {
    const section = bundles.name
    const { budgets }: { budgets: Record<string, number> } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    )
    for (const [glob, budget] of Object.entries(budgets)) {
      const runs = { tidepool: async () => gzippedKilobytes(root, glob) }
      report(
        await measure({ section, name: glob, unit: KILOBYTES, rounds: 1, goal: { figure: budget }, runs }),
      )
    }
    const loadedBy = (name: string, entry: string) => async () => {
      await buildPage(name, entry)
      return gzippedKilobytes(pageFolder(name), 'page.js')
    }
    const runs = {
      tidepool: loadedBy('tidepool', 'test/bench/browser/tidepool-page.ts'),
      ...(hasPeers && { helia: loadedBy('helia', 'test/peers/helia-page.js') }),
    }
    report(
      await measure({
        ...{ section, name: 'a page with the node and UnixFS', unit: KILOBYTES, rounds: 1, runs },
        goal: { figure: 150 },
      }),
    )
  },
}
