import type { Case } from './network-cases.ts'

/** What the variables of the gateway and of the log read. */
export const HTTP_CASES = {
  LOG_LEVEL: {
    at: 'log.level',
    unset: 'warn',
    right: ['debug', 'debug'],
    wrong: ['loud', /^Cannot read LOG_LEVEL "loud": none of debug, info, warn, error, dpanic, panic, fatal$/],
  },
  ACCESS_LOG: { at: 'log.hasAccessLines', unset: false, right: ['true', true], wrong: ['yes', /"yes"/] },
  GATEWAY_READER_EXPIRY: {
    at: 'gateway.readerExpiryMs',
    unset: undefined,
    right: ['2m', 120_000],
    wrong: ['48h', /^Cannot read GATEWAY_READER_EXPIRY "48h": not a duration up to 24h, such as "1h30m"$/],
  },
  GATEWAY_NO_FETCH: { at: 'gateway.noFetch', unset: undefined, right: ['true', true], wrong: ['no', /"no"/] },
} as const satisfies Readonly<Record<string, Case>>
