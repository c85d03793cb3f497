import type { Plugin } from 'vite'
import { describeSettings } from '../../../src/config/describe-settings.ts'

const NAME = 'virtual:settings'

/** Gives the page the schema of the configuration as data, without the code that parses it. */
export function settingsData(): Plugin {
  return {
    name: 'tidepool:settings',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) =>
      id === `\0${NAME}` ? `export const settings = ${JSON.stringify(describeSettings())}` : undefined,
  }
}
