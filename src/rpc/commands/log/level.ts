import { defineCommand, json } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'
import { MessageReply } from '../../shapes/node.ts'

/** Spec: RPC document, section 4, `/log/level`. */
export const logLevel = defineCommand({
  path: 'log/level',
  about: 'Change how much a subsystem logs',
  args: {
    subsystem: arg('Subsystem, or all'),
    level: arg('Level: debug, info, warn, error, dpanic, panic or fatal'),
  },
  options: {},
  reply: json(MessageReply),
})
