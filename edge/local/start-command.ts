import { type OwnCommand, ownOption } from './own-command.ts'

/** The command that starts a node. */
export const START_COMMAND: OwnCommand = {
  about: 'Start a node on this machine',
  args: [],
  options: [ownOption('open', 'Open the page when the node is ready')],
  variables: {
    PORT: 'Port to listen on. Default: 5001',
    TIDEPOOL_DATA: 'Data folder. Default: .tidepool in this folder',
    OPEN: '1 opens the page, as --open does',
    '…': 'Those of the guide "Settings"',
  },
  callsNode: false,
}
