import { LEVELS } from '../../diagnostics/logs.ts'
import { flag, oneOf } from '../../settings/kind.ts'
import { type Section, setting } from '../../settings/setting.ts'

/** The log of a node. */
export const logSection = {
  onFault: 'unset',
  logScope: 'log',
  settings: {
    level: setting({
      name: 'Log.Level',
      variable: 'LOG_LEVEL',
      type: oneOf(LEVELS, `none of ${LEVELS.join(', ')}`),
      default: 'warn',
      shown: '`warn`',
      needsRestart: true,
      about:
        'least level of the lines in the log: `debug`, `info`, `warn`, `error`, or `fatal` for none; `log/level` changes it until the next start',
    }),
    hasAccessLines: setting({
      name: 'Log.Access',
      variable: 'ACCESS_LOG',
      type: flag,
      default: false,
      shown: '`false`',
      needsRestart: true,
      isEnvironmentOnly: true,
      about: '`true` logs one line for each request, [without anything secret](self-hoster.md#logs)',
    }),
  },
} as const satisfies Section
