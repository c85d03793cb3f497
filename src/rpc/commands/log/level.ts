import { defineCommand, json } from '../../command.ts'
import { Message } from '../../shapes/node.ts'
import { arg } from '../../wire.ts'

/** Spec: RPC document, section 4, `/log/level`. */
export const logLevel = defineCommand({
  path: 'log/level',
  about: 'Change how much a subsystem logs',
  args: {
    subsystem: arg('Subsystem, or all'),
    level: arg('Level: debug, info, warn, error, dpanic, panic or fatal'),
  },
  options: {},
  reply: json(Message),
})
