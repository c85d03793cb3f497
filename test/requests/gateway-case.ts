import type { Send } from '../hosts/host.ts'

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
    readonly ipns?: unknown
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

/** The cases whose answer is a redirect, which `fetch` hides from a page. */
export const REDIRECT_CASES: readonly string[] = ['directory-listing-02']

/** Makes the requests of a case and says what in the answer is not as the case has it; nothing when all is. */
export async function caseFailures(send: Send, { request, prior, ...row }: GatewayCase): Promise<string[]> {
  const captured: Record<string, string> = {}
  if (prior) {
    const answer = await ask(send, prior.request, {})
    const failures = failuresOf(answer, prior.expect)
    if (failures.length > 0) return failures.map((failure) => `before: ${failure}`)
    for (const [name, what] of Object.entries(prior.capture)) {
      const value = answer.headers.get(what.split(',')[0] ?? '') ?? ''
      captured[name] = what.includes('quotes removed') ? value.replace(/^"|"$/g, '') : value
    }
  }
  const answer = await ask(send, request, captured)
  const choices = row.expectAnyOf ?? (row.expect ? [row.expect] : [])
  const failures = choices.map((expectation) => failuresOf(answer, expectation))
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
  const response = await send(encodeURI(decodeURI(path)), { method, headers: filled, redirect: 'manual' })
  const { status } = response
  return { status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

function failuresOf({ status, headers, bytes }: Answer, expected: Expectation): string[] {
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
  const { exact = text, contains = [], lacks = [], hex, json } = check
  const hexText = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return (
    text === exact &&
    contains.every((part) => text.includes(part)) &&
    !lacks.some((part) => text.includes(part)) &&
    (hex === undefined || hex === hexText) &&
    (json === undefined || JSON.stringify(JSON.parse(text)) === JSON.stringify(json))
  )
}
