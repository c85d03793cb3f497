import { defineCommand, ndjson } from '../../declare/command.ts'
import { announcing, announcingText } from '../../print/peers/announcing.ts'
import { ProvideStats } from '../../shapes/providing.ts'

/** Spec: RPC document, section 4, `/stats/provide`. Today's clients read the fields of `provide/stat`. */
export const statsProvide = defineCommand({
  path: 'stats/provide',
  about: 'Show the counts of announcing',
  needs: ['network'],
  args: {},
  options: {},
  reply: ndjson(ProvideStats),
  text: announcingText,
  parts: ['network', 'providing'],
  async *run({ network, providing }, { signal }) {
    await network.peer({ signal })
    const today = announcing(await providing.statistics({ signal }))
    const { TotalReprovides, LastReprovideBatchSize, AvgReprovideDuration, LastReprovideDuration } =
      today.Legacy
    yield {
      TotalProvides: TotalReprovides,
      LastReprovideBatchSize,
      AvgProvideDuration: AvgReprovideDuration,
      LastReprovideDuration,
      ...today,
    }
  },
})
