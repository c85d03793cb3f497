import { defineCommand, json } from '../declare/command.ts'
import { arg, bool } from '../declare/wire.ts'
import { PathResult } from '../shapes/names.ts'

/** Spec: RPC document, section 4, `/dns`. */
export const dns = defineCommand({
  path: 'dns',
  about: 'Resolve the link of a domain name',
  args: { 'domain-name': arg('Domain name to resolve', { fromBody: true }) },
  options: { recursive: bool('Follow domain names until there is none', { alias: 'r', fallback: true }) },
  reply: json(PathResult),
})
