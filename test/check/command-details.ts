import type { AnyCommand } from '../../src/rpc/declare/command.ts'
import { type WireMeta, wireMeta } from '../../src/rpc/declare/wire.ts'
import { headingSlug } from '../../web/app/build/help/heading-slug.ts'
import { suiteExceptions } from '../hosts/suite-exceptions.ts'
import type { Proof, Proofs } from './proofs.ts'

const HEAD = '| Takes | Type | Default | Does |\n|---|---|---|---|'

const REPLIES = {
  json: 'one JSON value',
  ndjson: 'JSON values, one a line',
  either: 'one JSON value, or several, one a line',
  bytes: 'bytes',
  empty: 'nothing',
}

/** Who may call a command that hands out or replaces private keys. */
const TOKEN =
  'It needs a token that names its whole path, on loopback too ([who may call](self-hoster.md#who-may-call)).'

/** Documents each command by its declaration: what it takes, with types and defaults, and where it is proved. */
export function commandDetails(registry: readonly AnyCommand[], proofs: Proofs): string {
  const served = registry.filter(({ run }) => run !== undefined)
  return served.map((command) => detailsOf(command, proofs[command.path])).join('\n')
}

/** The fragment that leads to the details of a command. */
export function detailsLink({ path }: Pick<AnyCommand, 'path'>): string {
  return `#${headingSlug(path)}`
}

function detailsOf(command: AnyCommand, proof?: Proof) {
  const { path, about, status, needs, args, options, body, reply, secret } = command
  const rows = [
    ...Object.entries(args).map(([name, schema]) => argumentRow(name, wireMeta(schema))),
    ...(body === undefined ? [] : [`| \`${body}\` | file | | part of the body of the request |`]),
    ...Object.entries(options).map(([name, schema]) => optionRow(name, wireMeta(schema))),
  ]
  const facts = [
    `${about}.`,
    ...(status ? [`It is ${status}.`] : []),
    ...(secret ? [TOKEN] : []),
    ...(needs?.includes('network') ? ['It needs a node with peers.'] : []),
    `It replies with ${REPLIES[reply.kind]}.`,
    `Proved ${placesOf(proof)}.`,
  ]
  const table = rows.length === 0 ? '' : `\n${HEAD}\n${rows.join('\n')}\n`
  return `### \`${path}\`\n\n${facts.join(' ')}\n${table}`
}

function argumentRow(name: string, { about, required, variadic }: WireMeta): string {
  const type = `argument${variadic ? ', several' : ''}${required ? '' : ', optional'}`
  return `| \`${name}\` | ${type} | | ${cell(about)} |`
}

function optionRow(name: string, { about, wire, aliases, fallback, shown, status }: WireMeta): string {
  const names = [name, ...aliases].map((each) => `\`${each}\``).join(', ')
  const unset = fallback ?? shown
  const value = unset === undefined || unset === '' ? '' : ` \`${unset}\``
  return `| ${names} | ${wire} |${value} | ${cell(about)}${status ? ` (${status})` : ''} |`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

/** A suite runs on every host, unless it is an exception; other tests on one. */
function placesOf({ client, suite }: Proof = {}): string {
  const proof = suite ?? client
  if (proof === undefined) return 'by no successful call in a suite'
  if (proof.startsWith('test/edge/')) return 'at the edge'
  if (!proof.startsWith('test/suite/')) return 'in memory'
  const excepted = suiteExceptions.filter((exception) => exception.suite === proof).map(({ host }) => host)
  const hosts = PLACES.filter(([host]) => !excepted.includes(host)).map(([, place]) => place)
  return hosts.length === PLACES.length ? 'in memory, at the edge and in a browser' : hosts.join(' and ')
}

const PLACES = [
  ['memory', 'in memory'],
  ['edge', 'at the edge'],
  ['web', 'in a browser'],
] as const
