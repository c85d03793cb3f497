import { hosts } from '../../settings/list-kinds.ts'
import { listSetting, type Section } from '../../settings/setting.ts'

/** Remote pinning services. */
export const pinningSection = {
  onFault: 'unset',
  logScope: 'pins',
  settings: {
    hosts: listSetting({
      name: 'Pinning.LocalHosts',
      variable: 'PINNING_HOSTS',
      type: hosts,
      needsRestart: true,
      about:
        'hosts of remote pinning services that are address literals or local names, such as `127.0.0.1:5002` or `pins.lan`, with commas between them; public names need no entry. `pin/remote/service/add` determines which services the node uses',
    }),
  },
} as const satisfies Section
