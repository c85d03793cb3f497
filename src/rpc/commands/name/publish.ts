import { loadBlock } from '../../../blocks/load-block.ts'
import { DomainError } from '../../../errors.ts'
import { parsePath } from '../../../unixfs/dag/parse-path.ts'
import { resolvePath } from '../../../unixfs/dag/resolve.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { arg, bool, text } from '../../declare/wire.ts'
import { keyBase, nmsBase } from '../../options/key-base.ts'
import { recordTimes } from '../../options/record-times.ts'
import { refuseDelegated } from '../../options/refuse-delegated.ts'
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
    'allow-offline': bool('Save the record here when there is no network'),
    'allow-delegated': bool('Publish by HTTP alone, which this node does not'),
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
  parts: ['names'],
  async run({ names }, { args: { 'ipfs-path': asked }, options, session, signal }) {
    const base = keyBase(options['nms-base'])
    refuseDelegated(options)
    const times = recordTimes(options)
    const sequence = readUint64('sequence', options.sequence)
    const path = contentPath(asked)
    if (options.resolve) {
      const { cid } = await resolvePath(session, path, { signal })
      await loadBlock(session, cid, { signal })
    }
    if (!options['allow-offline']) {
      const hint = 'pass `--allow-offline` to override'
      throw new DomainError('unavailable', `can't publish while offline: ${hint}`)
    }
    const hasV1 = options.v1compat
    const key = await names.publish(path, { ...times, key: options.key, sequence, hasV1, signal })
    return { Name: keyInfo(key, base).Id, Value: path }
  },
})

/** A path as records hold it: a bare CID and a native URI become one. Throws `invalid-argument`. */
function contentPath(asked: string): string {
  const { namespace, rootText, names } = parsePath(asked)
  return ['', namespace, rootText, ...names].join('/') + (asked.endsWith('/') ? '/' : '')
}
