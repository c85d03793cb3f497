import { defineCommand, json } from '../command.ts'
import { PathResult } from '../shapes/names.ts'
import { arg, bool } from '../wire.ts'

/** Spec: RPC document, section 4, `/dns`. */
export const dns = defineCommand({
  path: 'dns',
  about: 'Resolve the link of a domain name',
  args: { 'domain-name': arg('Domain name to resolve', { fromBody: true }) },
  options: { recursive: bool('Follow domain names until there is none', { alias: 'r', fallback: true }) },
  reply: json(PathResult),
})
