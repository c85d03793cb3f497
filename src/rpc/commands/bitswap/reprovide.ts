import { defineCommand, empty } from '../../declare/command.ts'

/** Spec: RPC document, section 4, `/bitswap/reprovide`. */
export const bitswapReprovide = defineCommand({
  path: 'bitswap/reprovide',
  about: 'Announce the content of this node again',
  needs: ['network'],
  args: {},
  options: {},
  reply: empty(),
})
