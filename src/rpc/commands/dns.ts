import { normalDomain } from '../../names/dnslink/normal-domain.ts'
import { defineCommand, json } from '../declare/command.ts'
import { arg, bool } from '../declare/wire.ts'
import { PathResult } from '../shapes/names.ts'

/**
 * Spec: RPC document, section 4, `/dns`. Spec gap: a link to the name of a key is followed too, where its record is held.
 */
export const dns = defineCommand({
  path: 'dns',
  about: 'Resolve the link of a domain name',
  args: { 'domain-name': arg('Domain name to resolve', { fromBody: true }) },
  options: { recursive: bool('Follow domain names until there is none', { alias: 'r', fallback: true }) },
  reply: json(PathResult),
  text: ({ Path }: { Path: string }) => `${Path}\n`,
  parts: ['names'],
  async run({ names }, { args, options: { recursive }, signal }) {
    const { path } = await names.resolve(normalDomain(args['domain-name']), { recursive, signal })
    return { Path: path }
  },
})
