import { defineCommand, either } from '../../declare/command.ts'
import { bool } from '../../declare/wire.ts'
import { ClearedCount } from '../../shapes/providing.ts'

/** Spec gap: not in the document. The reference implementation 0.44 has it, and with `quiet` replies with nothing. */
export const provideClear = defineCommand({
  path: 'provide/clear',
  about: 'Remove the content that waits to be announced for the first time',
  status: 'experimental',
  extension: true,
  needs: ['network'],
  args: {},
  options: { quiet: bool('Print nothing', { alias: 'q' }) },
  reply: either(ClearedCount),
  text: (count: number) => `removed ${count} items from provide queue\n`,
  parts: ['network', 'providing'],
  async run({ network, providing }, { options: { quiet }, signal }) {
    await network.peer({ signal })
    const count = await providing.clear({ signal })
    return quiet ? nothing() : count
  },
})

async function* nothing(): AsyncGenerator<never, void> {}
