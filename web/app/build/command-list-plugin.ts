import type { Plugin } from 'vite'
import { REGISTRY } from '../../../src/rpc/commands/index.ts'
import { listCommands } from '../../../src/rpc/declare/command-list.ts'

/** Writes what the command line must know of all commands beside it. It contains no handler. */
export function commandListAsset(): Plugin {
  return {
    name: 'tidepool:command-list',
    applyToEnvironment: ({ name }) => name === 'cli',
    generateBundle() {
      const source = JSON.stringify(listCommands(REGISTRY))
      this.emitFile({ type: 'asset', fileName: 'commands.json', source })
    },
  }
}
