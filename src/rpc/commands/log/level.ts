import { defineCommand, json } from '../../declare/command.ts'
import { arg } from '../../declare/wire.ts'
import { MessageReply } from '../../shapes/node.ts'

/** Spec: RPC document, section 4, `/log/level`. Spec gap: the level holds until the host starts again. */
export const logLevel = defineCommand({
  path: 'log/level',
  about: 'Change how much a subsystem logs',
  args: {
    subsystem: arg('Subsystem, or all'),
    level: arg('Level: debug, info, warn, error, dpanic, panic or fatal'),
  },
  options: {},
  reply: json(MessageReply),
  text: ({ Message }: { readonly Message: string }) => Message,
  parts: ['logger'],
  async run({ logger }, { args: { subsystem, level } }) {
    const held = logger.setLevel(subsystem, level)
    const name = subsystem === 'all' ? '*' : subsystem
    return { Message: `Changed log level of '${name}' to '${held}'\n` }
  },
})
