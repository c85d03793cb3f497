import { addresses } from '../../settings/list-kinds.ts'
import { listSetting, type Section } from '../../settings/setting.ts'

/** Resolvers of domain names. */
export const dnsSection = {
  onFault: 'unset',
  logScope: 'names',
  settings: {
    resolvers: listSetting({
      name: 'DNS.Resolvers',
      variable: 'DNS_RESOLVERS',
      type: addresses,
      needsRestart: true,
      about:
        'addresses of resolvers, such as `https://dns.example.org/dns-query`, that resolve the [DNSLinks](gateway.md#domain-names) of domain names over HTTPS, with commas between them: the first response counts; without a resolver no domain name is resolved',
    }),
  },
} as const satisfies Section
