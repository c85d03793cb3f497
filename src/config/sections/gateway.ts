import { converted, duration, flag, safeNumber, textThat } from '../../settings/kind.ts'
import { sites } from '../../settings/list-kinds.ts'
import { listSetting, type Section, setting } from '../../settings/setting.ts'

/** Upper or lower case, without a port. */
const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i

/** The host names of the gateway. */
export const gatewaySection = {
  onFault: 'unset',
  logScope: 'gateway',
  settings: {
    domain: setting({
      name: 'Gateway.Domain',
      variable: 'GATEWAY_DOMAIN',
      type: converted(
        textThat((name) => HOST_NAME.test(name), { what: 'a name', example: 'example.org' }),
        (name) => name.toLowerCase(),
      ),
      default: undefined,
      shown: '',
      needsRestart: true,
      isEnvironmentOnly: true,
      about:
        'domain whose subdomains give [each root its own origin](gateway.md#whole-sites), besides those of `localhost`',
      action: 'serve',
    }),
    noFetch: setting({
      name: 'Gateway.NoFetch',
      variable: 'GATEWAY_NO_FETCH',
      type: flag,
      default: undefined,
      shown: '`false` on loopback, otherwise `true`',
      needsRestart: true,
      about:
        '`true` keeps the gateway from fetching content from [peers](network.md#peers), and from searching for records of names, for its clients; a deployment does neither for anonymous clients unless it is `false`',
    }),
    maxRequests: setting({
      name: 'Gateway.MaxConcurrentRequests',
      variable: 'GATEWAY_MAX_REQUESTS',
      type: safeNumber({ from: 0n, to: 1_000_000n, unit: 'requests' }),
      default: 512,
      shown: '`512`',
      needsRestart: true,
      about:
        'requests for content that the node answers at the same time, until their clients have read the answers; further ones get 429, since clients that do not read [keep memory](limits.md#the-network); what `GATEWAY_READER_EXPIRY` serves is counted by each front for itself, which leaves further ones to the object; `0` is no limit',
    }),
    dnslinkHosts: listSetting({
      name: 'Gateway.DNSLinkHosts',
      variable: 'DNSLINK_HOSTS',
      type: sites,
      needsRestart: true,
      isEnvironmentOnly: true,
      about:
        'domains, such as `docs.example.org` or `*.example.org`, at which the node serves the site of their [DNSLink](gateway.md#domain-names) and nothing else, with commas between them; needs `DNS_RESOLVERS`',
      action: 'serve',
    }),
    readerExpiryMs: setting({
      name: 'Gateway.ReaderExpiry',
      variable: 'GATEWAY_READER_EXPIRY',
      type: duration({ longest: '24h' }),
      default: undefined,
      shown: '`60s` in a deployment, otherwise `0s`',
      needsRestart: true,
      isEnvironmentOnly: true,
      about:
        'how long a deployment serves repeatedly read content, and the calendar to anonymous readers, without its one object; so long a block that was removed or hidden, or the calendar before a change, may still be served; `0s` asks the object every time',
    }),
  },
} as const satisfies Section
