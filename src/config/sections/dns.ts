import { addresses, type Section, setting } from '../setting.ts'

/** Who is asked what domain names link to. */
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
        'addresses of resolvers, such as `https://dns.example.org/dns-query`, that are asked over HTTPS for the [DNSLinks](#api) of domain names, with commas between them: the first one that answers counts; without one no domain name is resolved',
    }),
  },
} as const satisfies Section
