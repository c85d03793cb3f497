import { defineCommand, json } from '../declare/command.ts'
import { arg, bool, optionalArg } from '../declare/wire.ts'
import { readSettingValue, settingText } from '../options/setting-value.ts'
import { ConfigEntry } from '../shapes/node.ts'

/**
 * Spec: RPC document, section 4, `/config`. Spec gap: `NeedsRestart` is our own; it is there when a new value takes
 * effect only when the node is loaded again. A restart does that, and a host may do it earlier to an idle node.
 */
export const config = defineCommand({
  path: 'config',
  about: 'Get or set one setting',
  args: { key: arg('Dotted path of the setting'), value: optionalArg('Value to set', { isSecret: true }) },
  options: {
    bool: bool('The value is a boolean', { fallback: false }),
    json: bool('The value is JSON', { fallback: false }),
  },
  reply: json(ConfigEntry),
  text: ({ Value }: { readonly Value: unknown }) => settingText(Value),
  parts: ['configuration'],
  async run({ configuration }, { args: { key, value }, options, signal }) {
    if (value === undefined) return { Key: key, Value: await configuration.get(key, { signal }) }
    const { restart } = await configuration.set(key, readSettingValue(value, options), { signal })
    const Value = await configuration.get(key, { signal })
    return { Key: key, Value, ...(restart.length > 0 && { NeedsRestart: true }) }
  },
})
