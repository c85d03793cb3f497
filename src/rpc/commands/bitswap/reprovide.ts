import { defineCommand, empty } from '../../declare/command.ts'

/** Spec: RPC document, section 4, `/bitswap/reprovide`. It replies when everything was announced. */
export const bitswapReprovide = defineCommand({
  path: 'bitswap/reprovide',
  about: 'Announce the content of this node again',
  needs: ['network'],
  args: {},
  options: {},
  reply: empty(),
  parts: ['network', 'providing'],
  async run({ network, providing }, { signal }) {
    await network.peer({ signal })
    await providing.reprovide({ signal })
  },
})
