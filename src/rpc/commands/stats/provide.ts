import { defineCommand, ndjson } from '../../declare/command.ts'
import { ProvideStats } from '../../shapes/node.ts'

/** Spec: RPC document, section 4, `/stats/provide`. */
export const statsProvide = defineCommand({
  path: 'stats/provide',
  about: 'Show the counts of announcing',
  needs: ['network'],
  args: {},
  options: {},
  reply: ndjson(ProvideStats),
})
