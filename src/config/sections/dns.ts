import { addresses, type Section, setting } from '../setting.ts'

/** Resolvers of domain names. */
export const dnsSection = {
  onFault: 'unset',
  logScope: 'names',
  settings: {
    resolvers: setting({
      name: 'DNS.Resolvers',
      variable: 'DNS_RESOLVERS',
      type: addresses,
      default: [],
      shown: '',
      needsRestart: true,
      form: 'list',
      about:
        'addresses of resolvers, such as `https://dns.example.org/dns-query`, that resolve the [DNSLinks](gateway.md#domain-names) of domain names over HTTPS, with commas between them: the first response counts; without a resolver no domain name is resolved',
    }),
  },
} as const satisfies Section
