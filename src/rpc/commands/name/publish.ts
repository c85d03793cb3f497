import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool, text } from '../../declare/wire.ts'
import { Published } from '../../shapes/names.ts'

/** Spec: RPC document, section 4, `/name/publish`. */
export const namePublish = defineCommand({
  path: 'name/publish',
  about: 'Publish a path under a name',
  args: { 'ipfs-path': arg('Path to publish', { fromBody: true }) },
  options: {
    resolve: bool('Check that the path leads somewhere', { fallback: true }),
    lifetime: text('How long the record is valid, such as 300s, 1.5h or 2h45m', {
      alias: 't',
      fallback: '24h',
    }),
    'allow-offline': bool('Save the record here when there is no network'),
    ttl: text('How long others may keep the record, such as 1m', { status: 'experimental' }),
    key: text('Name or peer id of the key to sign with', { alias: 'k', fallback: 'self' }),
    quieter: bool('Print only the name', { alias: 'Q' }),
    'nms-base': text('Multibase of the peer ids in output', { alias: 'ipns-base', fallback: 'base36' }),
  },
  reply: json(Published),
})
