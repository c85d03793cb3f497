import { unpackTar } from 'modern-tar'
import { sha256 } from 'multiformats/hashes/sha2'
import records from '../fixtures/gateway/records.json' with { type: 'json' }
import type { Send } from '../hosts/host.ts'
import { verifiedCar } from './verified-car.ts'

interface HeaderCheck {
  readonly exact?: string
  readonly regex?: string
  readonly contains?: string | readonly string[]
  readonly lacks?: readonly string[]
  readonly tokens?: readonly string[]
  readonly present?: true
  readonly absent?: true
}

interface BodyCheck {
  readonly exact?: string
  readonly hex?: string
  readonly contains?: readonly string[]
  readonly lacks?: readonly string[]
  readonly json?: unknown
  readonly sha256?: string
  readonly length?: number
  readonly car?: {
    readonly blocks: readonly string[]
    readonly exact?: boolean
    readonly ordered?: boolean
  }
  /** A valid record of the name, which is that of the fixture. */
  readonly ipnsRecord?: { readonly name: string }
  readonly tar?: {
    readonly files?: readonly { readonly path: string; readonly text: string }[]
    readonly exists?: readonly string[]
  }
}

interface Expectation {
  readonly status: number | { readonly min: number; readonly max: number }
  readonly headers?: Readonly<Record<string, HeaderCheck>>
  readonly body?: BodyCheck
}

interface CaseRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly via?: string
}

/** One row of `fixtures/gateway/expectations.json`. */
export interface GatewayCase {
  readonly id: string
  readonly group: string
  readonly name: string
  readonly fixtures: {
    readonly cars?: readonly string[]
    readonly ipns?: readonly string[]
    readonly dnslink?: unknown
  }
  readonly request: CaseRequest
  readonly prior?: {
    readonly request: CaseRequest
    readonly expect: Expectation
    readonly capture: Readonly<Record<string, string>>
  }
  readonly expect?: Expectation
  readonly expectAnyOf?: readonly Expectation[]
}

/** The groups whose cases are sent to hosts of their own, those of domain names left out. */
export const HOST_GROUPS: readonly string[] = ['subdomain', 'subdomain-listing', 'subdomain-ipns']

/** A case with the host name of a gateway with subdomains. */
export function caseAt(host: string, row: GatewayCase): GatewayCase {
  const text = JSON.stringify(row).replaceAll('{GATEWAY_HOST}', host).replaceAll('{GATEWAY_SCHEME}', 'http')
  return JSON.parse(text) as GatewayCase
}

/** The cases whose answer is a redirect, which `fetch` hides from a page. */
export const REDIRECT_CASES: readonly string[] = ['directory-listing-02', 'ipns-05', 'ipns-06']

/** Makes the requests of a case and says what in the answer is not as the case has it; nothing when all is. */
export async function caseFailures(send: Send, { request, prior, ...row }: GatewayCase): Promise<string[]> {
  const captured: Record<string, string> = {}
  if (prior) {
    const answer = await ask(send, prior.request, {})
    const failures = await failuresOf(answer, prior.expect)
    if (failures.length > 0) return failures.map((failure) => `before: ${failure}`)
    for (const [name, what] of Object.entries(prior.capture)) {
      const value = answer.headers.get(what.split(',')[0] ?? '') ?? ''
      captured[name] = what.includes('quotes removed') ? value.replace(/^"|"$/g, '') : value
    }
  }
  const answer = await ask(send, request, captured)
  const choices = row.expectAnyOf ?? (row.expect ? [row.expect] : [])
  const failures: string[][] = []
  for (const expectation of choices) failures.push(await failuresOf(answer, expectation))
  return failures.find((found) => found.length === 0) ?? failures.flat()
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

async function ask(send: Send, { method, path, headers }: CaseRequest, captured: Record<string, string>) {
  const filled = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    value.replace(/\{(\w+)\}/g, (_, key: string) => captured[key] ?? ''),
  ])
  const host = headers['Host']
  const target = path.replace(/[^\x20-\x7e]+/g, encodeURIComponent)
  const response = await send(host ? `http://${host}${target}` : target, {
    method,
    headers: filled.filter(([name]) => name !== 'Host'),
    redirect: 'manual',
  })
  const { status } = response
  return { status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

async function failuresOf({ status, headers, bytes }: Answer, expected: Expectation): Promise<string[]> {
  const { min, max } =
    typeof expected.status === 'number' ? { min: expected.status, max: expected.status } : expected.status
  const failures = status < min || status > max ? [`status is ${status}, not ${min}`] : []
  for (const [name, check] of Object.entries(expected.headers ?? {})) {
    const value = headers.get(name)
    if (!headerFits(value, check)) failures.push(`${name} is ${value}, not ${JSON.stringify(check)}`)
  }
  const text = new TextDecoder().decode(bytes)
  if (!bodyFits(text, bytes, expected.body ?? {})) {
    failures.push(`body is ${text.slice(0, 4000)}, not ${JSON.stringify(expected.body)}`)
  }
  if (failures.length > 0) return failures
  if (expected.body?.car) failures.push(...(await carFailures(bytes, expected.body.car)))
  if (expected.body?.tar) failures.push(...(await tarFailures(bytes, expected.body.tar)))
  if (expected.body?.ipnsRecord) {
    const held = new Map(Object.entries(records.valid)).get(expected.body.ipnsRecord.name)
    if (held !== hexText(bytes)) failures.push('body is not the record of the name')
  }
  if (expected.body?.sha256 && expected.body.sha256 !== hexText((await sha256.digest(bytes)).digest)) {
    failures.push(`body of ${bytes.byteLength} bytes has another hash than ${expected.body.sha256}`)
  }
  return failures
}

function headerFits(value: string | null, check: HeaderCheck): boolean {
  if (check.absent) return value === null
  if (value === null) return false
  const { exact = value, regex = '', contains = '', lacks = [], tokens = [] } = check
  const held = value.split(',').map((token) => token.trim().toLowerCase())
  return (
    value === exact &&
    new RegExp(regex).test(value) &&
    [contains].flat().every((part) => value.includes(part)) &&
    !lacks.some((part) => value.includes(part)) &&
    tokens.every((token) => held.includes(token.toLowerCase()))
  )
}

function bodyFits(text: string, bytes: Uint8Array, check: BodyCheck): boolean {
  const { exact = text, contains = [], lacks = [], hex, json, length = bytes.byteLength } = check
  return (
    text === exact &&
    bytes.byteLength === length &&
    contains.every((part) => text.includes(part)) &&
    !lacks.some((part) => text.includes(part)) &&
    (hex === undefined || hex === hexText(bytes)) &&
    (json === undefined || JSON.stringify(JSON.parse(text)) === JSON.stringify(json))
  )
}

function hexText(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function carFailures(
  bytes: Uint8Array,
  { blocks, exact = false, ordered = false }: NonNullable<BodyCheck['car']>,
): Promise<string[]> {
  const held = (await verifiedCar(bytes)).blocks.map(({ cid }) => cid.toString())
  const inOrder = (cids: readonly string[]) => (ordered ? [...cids] : [...cids].sort()).join(' ')
  const fits = exact ? inOrder(held) === inOrder(blocks) : blocks.every((cid) => held.includes(cid))
  return fits ? [] : [`CAR holds ${held.join(' ')}, not ${blocks.join(' ')}`]
}

async function tarFailures(
  bytes: Uint8Array,
  { files = [], exists = [] }: NonNullable<BodyCheck['tar']>,
): Promise<string[]> {
  const entries = await unpackTar(bytes)
  const texts = new Map(entries.map(({ header, data }) => [header.name, new TextDecoder().decode(data)]))
  return [
    ...files.filter(({ path, text }) => texts.get(path) !== text).map(({ path }) => `tar lacks ${path}`),
    ...exists.filter((path) => !texts.has(path)).map((path) => `tar lacks ${path}`),
  ]
}
