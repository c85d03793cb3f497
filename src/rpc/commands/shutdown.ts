import { defineCommand, empty } from '../declare/command.ts'

/** Spec: RPC document, section 4, `/shutdown`. */
export const shutdown = defineCommand({
  path: 'shutdown',
  about: 'Shut this node down',
  args: {},
  options: {},
  reply: empty(),
})
