import { hosts, type Section, setting } from '../setting.ts'

/** Other nodes from which this one may read. */
export const auditSection = {
  onFault: 'unset',
  logScope: 'ledger',
  settings: {
    hosts: setting({
      name: 'Audit.Hosts',
      variable: 'AUDIT_HOSTS',
      type: hosts,
      default: [],
      shown: '',
      needsRestart: true,
      form: 'list',
      about:
        'hosts of other nodes whose ledgers `ledger/audit` may read, such as `node.example.org` or `127.0.0.1:5002`, with commas between them; a browser may read any that its visitor names',
    }),
  },
} as const satisfies Section
