import { defineCommand, json } from '../declare/command.ts'
import { arg, bool, optionalArg } from '../declare/wire.ts'
import { ConfigEntry } from '../shapes/node.ts'

/** Spec: RPC document, section 4, `/config`. */
export const config = defineCommand({
  path: 'config',
  about: 'Get or set one setting',
  args: { key: arg('Dotted path of the setting'), value: optionalArg('Value to set') },
  options: {
    bool: bool('The value is a boolean'),
    json: bool('The value is JSON'),
  },
  reply: json(ConfigEntry),
})
