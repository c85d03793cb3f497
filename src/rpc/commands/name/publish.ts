import { loadBlock } from '../../../blocks/load-block.ts'
import { parsePath } from '../../../unixfs/dag/parse-path.ts'
import { resolvePath } from '../../../unixfs/dag/resolve.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool, text } from '../../declare/wire.ts'
import { keyBase, nmsBase } from '../../options/key-base.ts'
import { recordTimes } from '../../options/record-times.ts'
import { assertMaySend, delegatedKind } from '../../options/send-record.ts'
import { keyInfo } from '../../print/key-info.ts'
import { readUint64 } from '../../print/uint64.ts'
import { Published } from '../../shapes/names.ts'

/** Spec: RPC document, section 4, `/name/publish`; `sequence`, `v1compat` and `allow-delegated` of today's clients. */
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
    'allow-offline': bool('Save the record here when no router or peer can be reached'),
    'allow-delegated': bool('Send the record to delegated publishers alone, over HTTP'),
    ttl: text('How long others may keep the record, such as 1m; 5m or the lifetime when absent', {
      status: 'experimental',
    }),
    key: text('Name or peer id of the key to sign with', { alias: 'k', fallback: 'self' }),
    sequence: text('Number of the record, above that of the last one; counted when absent'),
    v1compat: bool('Add the fields that old nodes read', { fallback: true }),
    quieter: bool('Print only the name', { alias: 'Q' }),
    'nms-base': nmsBase,
  },
  reply: json(Published),
  text: ({ Name, Value }: { Name: string; Value: string }, { options }) =>
    options.quieter ? `${Name}\n` : `Published to ${Name}: ${Value}\n`,
  // A tab loads its routers among peers with the network.
  parts: ['names', 'routing', 'network'],
  async run({ names, routing }, { args: { 'ipfs-path': asked }, options, session, signal }) {
    const base = keyBase(options['nms-base'])
    const kind = delegatedKind(routing, options)
    const times = recordTimes(options)
    const sequence = readUint64('sequence', options.sequence)
    const path = contentPath(asked)
    if (options.resolve) {
      const { cid } = await resolvePath(session, path, { signal })
      await loadBlock(session, cid, { signal })
    }
    assertMaySend('publish', { routing, ...options })
    const hasV1 = options.v1compat
    const key = await names.publish(path, { ...times, key: options.key, sequence, hasV1, signal })
    const record = await names.find(key.peerId, { signal })
    if (record) {
      await names.announce(key.peerId, record, { kind, isBestEffort: options['allow-offline'], signal })
    }
    return { Name: keyInfo(key, base).Id, Value: path }
  },
})

/** A path as records hold it: a bare CID and a native URI become one. Throws `invalid-argument`. */
function contentPath(asked: string): string {
  const { namespace, rootText, names } = parsePath(asked)
  return ['', namespace, rootText, ...names].join('/') + (asked.endsWith('/') ? '/' : '')
}
