import type { Plugin } from 'vite'
import { DESCRIPTIONS } from '../../../src/descriptions.ts'

/** Emits the API documents as assets of the page: no bundle contains them, and every host can read them. */
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
