import type { Plugin } from 'vite'
import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import { openApi } from '../../../src/rpc/openapi.ts'

/** Puts the description of the API among the files of the page: no bundle carries it, every host can read it. */
export function openApiAsset(): Plugin {
  return {
    name: 'tidepool:openapi',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'openapi.json', source: JSON.stringify(openApi(REGISTRY)) })
    },
  }
}
