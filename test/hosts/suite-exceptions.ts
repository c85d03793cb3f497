import type { HostName } from './host.ts'

/** A suite that one host cannot run. */
export interface SuiteException {
  /** Path from the project's root. */
  readonly suite: string
  readonly host: HostName
  /** One sentence: what the host lacks, and where the behaviour is tested instead. */
  readonly reason: string
}

/** Every suite runs on every host, except these. */
export const suiteExceptions: readonly SuiteException[] = [
  {
    suite: 'test/suite/pin-service.test.ts',
    host: 'web',
    reason:
      'A service worker cannot be reached by others, and leaves /pins to the server: call-rules.browser.test.ts holds that.',
  },
  {
    suite: 'test/suite/mount.test.ts',
    host: 'web',
    reason: 'A page sees no redirect, and follows it instead: mount.browser.test.ts does.',
  },
  {
    suite: 'test/suite/gateway-outside-pages.test.ts',
    host: 'web',
    reason:
      'A page sees no redirect and cannot ask as a service worker: call-rules.browser.test.ts holds the latter.',
  },
  {
    suite: 'test/suite/gateway-content-hosts.test.ts',
    host: 'web',
    reason:
      'A service worker answers at one host: content-origin.page.test.ts opens the others in a browser.',
  },
  {
    suite: 'test/suite/gateway-dnslink.test.ts',
    host: 'web',
    reason:
      'A service worker answers at one host, and no resolver answers it: domain-names.browser.test.ts asks one in a page.',
  },
  {
    suite: 'test/suite/dns.test.ts',
    host: 'web',
    reason:
      'No resolver answers the service worker of the tests: domain-names.browser.test.ts asks one in a page.',
  },
  {
    suite: 'test/suite/gateway-redirects-file.test.ts',
    host: 'web',
    reason:
      'A service worker answers at one host, and rules are read only where a root has an origin of its own.',
  },
  {
    suite: 'test/suite/transport-outside-pages.test.ts',
    host: 'web',
    reason:
      'A page cannot choose Origin, Referer, User-Agent or a preflight: hostile-pages.page.test.ts has real ones.',
  },
  {
    suite: 'test/suite/calendar-access.test.ts',
    host: 'web',
    reason:
      'A browser has one owner and no users: calendar.page.test.ts and hostile pages hold who calls there.',
  },
  {
    suite: 'test/suite/key-secrets.test.ts',
    host: 'web',
    reason:
      'A service worker gives no key away: key-secrets.test.ts of test/unit/rpc holds that for every caller.',
  },
]
