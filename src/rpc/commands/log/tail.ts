import { bytes, defineCommand } from '../../declare/command.ts'

/** Spec: RPC document, section 4, `/log/tail`. */
export const logTail = defineCommand({
  path: 'log/tail',
  about: 'Stream the log',
  args: {},
  options: {},
  reply: bytes(),
})
