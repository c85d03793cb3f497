import { hosts } from '../../settings/list-kinds.ts'
import { listSetting, type Section } from '../../settings/setting.ts'

/** Other nodes from which this one may read. */
export const auditSection = {
  onFault: 'unset',
  logScope: 'ledger',
  settings: {
    hosts: listSetting({
      name: 'Audit.Hosts',
      variable: 'AUDIT_HOSTS',
      type: hosts,
      needsRestart: true,
      about:
        'hosts of other nodes whose ledgers `ledger/audit` may read, such as `node.example.org` or `127.0.0.1:5002`, with commas between them; a browser may read any that its visitor names',
    }),
  },
} as const satisfies Section
