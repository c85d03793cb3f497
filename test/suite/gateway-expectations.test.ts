import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import table from '../fixtures/gateway/expectations.json' with { type: 'json' }
import { storeCar, storeRecord } from '../requests/gateway-cars.ts'
import { caseFailures, type GatewayCase, HOST_GROUPS, REDIRECT_CASES } from '../requests/gateway-case.ts'

const cases = table.cases as readonly GatewayCase[]

const served = cases.filter((row) => whyNot(row) === undefined)

describe('path gateway against the table of public suites', () => {
  beforeAll(async () => {
    const cars = new Set(served.flatMap(({ fixtures }) => fixtures.cars ?? []))
    for (const car of cars) await storeCar(send, car)
    const records = new Set(served.flatMap(({ fixtures }) => fixtures.ipns ?? []))
    for (const record of records) await storeRecord(send, record)
  })

  it('holds 181 of the 185 cases against this build, and leaves the others out for one reason', () => {
    const reasons = cases.map((row) => whyNot(row) ?? 'held here')

    expect(
      Object.fromEntries(reasons.map((reason) => [reason, reasons.filter((one) => one === reason).length])),
    ).toEqual({
      'held here': 129,
      'a page cannot see it: gateway-outside-pages.test.ts': 3,
      'domain names need a resolver: gateway-dnslink.test.ts': 17,
      'a page has one host: gateway-content-hosts.test.ts': 20,
      'the runtime is no proxy': 4,
      'rules need an origin: gateway-redirects-file.test.ts': 12,
    })
  })

  it.each(served.map((row) => ({ title: `${row.id}: ${row.name}`, row })))('$title', async ({ row }) => {
    expect(await caseFailures(send, row)).toEqual([])
  })
})

function whyNot({ id, group, fixtures }: GatewayCase): string | undefined {
  if (fixtures.dnslink) return 'domain names need a resolver: gateway-dnslink.test.ts'
  if (group === 'redirects-file') return 'rules need an origin: gateway-redirects-file.test.ts'
  if (group === 'proxy') return 'the runtime is no proxy'
  if (HOST_GROUPS.includes(group)) return 'a page has one host: gateway-content-hosts.test.ts'
  if (REDIRECT_CASES.includes(id)) return 'a page cannot see it: gateway-outside-pages.test.ts'
  return undefined
}
