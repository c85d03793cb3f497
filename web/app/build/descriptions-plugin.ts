import type { Plugin } from 'vite'
import { DESCRIPTIONS } from '../../../src/descriptions.ts'

/** Puts the descriptions of the APIs among the files of the page: no bundle carries them, every host can read them. */
export function descriptionAssets(): Plugin {
  return {
    name: 'tidepool:descriptions',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const [fileName, describe] of Object.entries(DESCRIPTIONS)) {
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(describe()) })
      }
    },
  }
}
