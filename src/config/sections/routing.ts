import { addresses, flag, type Section, setting } from '../setting.ts'

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
    isExposed: setting({
      name: 'Gateway.ExposeRoutingAPI',
      variable: 'EXPOSE_ROUTING_API',
      type: flag,
      default: undefined,
      shown: '`true` on loopback, otherwise `false`',
      needsRestart: true,
      form: 'flag',
      about:
        'whether strangers may ask this node at `/routing/v1` which peers provide a block, how to reach a peer, and for name records, and may store name records that they have signed',
    }),
  },
} as const satisfies Section
