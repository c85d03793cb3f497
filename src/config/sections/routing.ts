import { addresses, type Section, setting } from '../setting.ts'

/** How peers, providers and name records are found. */
export const routingSection = {
  onFault: 'unset',
  logScope: 'routing',
  settings: {
    delegatedRouters: setting({
      name: 'Routing.DelegatedRouters',
      variable: 'DELEGATED_ROUTERS',
      type: addresses,
      default: [],
      shown: '',
      needsRestart: true,
      form: 'list',
      about:
        'addresses of nodes, such as `https://router.example.org`, that are asked over HTTP (`/routing/v1`) for peers, providers and name records, with commas between them',
    }),
    delegatedPublishers: setting({
      name: 'Ipns.DelegatedPublishers',
      variable: 'DELEGATED_PUBLISHERS',
      type: addresses,
      default: [],
      shown: '',
      needsRestart: true,
      form: 'list',
      about:
        'addresses of nodes to which the name records of this node are sent over HTTP (`/routing/v1`), with commas between them',
    }),
  },
} as const satisfies Section
