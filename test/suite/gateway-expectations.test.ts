import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '#host'
import table from '../fixtures/gateway/expectations.json'
import { storeCar } from '../requests/gateway-cars.ts'
import { caseFailures, type GatewayCase, REDIRECT_CASES } from '../requests/gateway-case.ts'

const cases = table.cases as readonly GatewayCase[]

/** What this build leaves out, by group of the table. */
const LATER: Readonly<Record<string, string>> = {
  'dag-path': 'paths inside dag-cbor and dag-json nodes are not built',
}

/** Single cases that this build leaves out. */
const LATER_CASES: Readonly<Record<string, string>> = {
  'reference-cache-02': 'there is no page for people of a dag-cbor node',
  'car-path-03': 'paths inside dag-cbor and dag-json nodes are not built',
  'car-path-04': 'paths inside dag-cbor and dag-json nodes are not built',
}

const served = cases.filter((row) => whyNot(row) === undefined)

describe('path gateway against the table of public suites', () => {
  beforeAll(async () => {
    const cars = new Set(served.flatMap(({ fixtures }) => fixtures.cars ?? []))
    for (const car of cars) await storeCar(send, car)
  })

  it('holds 108 of the 184 cases against this build, one of them elsewhere', () => {
    expect(cases).toHaveLength(184)
    expect(served).toHaveLength(108 - REDIRECT_CASES.length)
  })

  it.each(served.map((row) => ({ title: `${row.id}: ${row.name}`, row })))('$title', async ({ row }) => {
    expect(await caseFailures(send, row)).toEqual([])
  })
})

function whyNot({ id, group, fixtures, request }: GatewayCase): string | undefined {
  if (fixtures.ipns || fixtures.dnslink || /^\/(ipns|nms)\b/.test(request.path)) return 'names are not built'
  if (/^(subdomain|proxy|redirects-file)/.test(group)) return 'subdomains are not built'
  if (REDIRECT_CASES.includes(id)) return 'a page cannot see it: gateway-outside-pages.test.ts'
  return LATER[group] ?? LATER_CASES[id]
}
