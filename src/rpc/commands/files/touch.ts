import { mtimeOf } from '../../../files/mtime-of.ts'
import { defineCommand, empty } from '../../declare/command.ts'
import { arg, int } from '../../declare/wire.ts'
import { exactMtime } from '../../options/exact-mtime.ts'
import { FLUSH_OPTION } from '../../options/files-options.ts'

/** Spec gap: not in the document, but called by today's clients. */
export const filesTouch = defineCommand({
  path: 'files/touch',
  about: 'Change the time of the last change of a path of the mutable namespace',
  extension: true,
  status: 'experimental',
  args: { path: arg('Path to change') },
  options: {
    mtime: int('Seconds since the epoch; now when absent', { wire: 'int64' }),
    'mtime-nsecs': int('Nanoseconds beyond mtime', { wire: 'uint' }),
    ...FLUSH_OPTION,
  },
  reply: empty(),
  parts: ['files', 'repo', 'clock'],
  async run({ files, repo, clock }, { args: { path }, options, session, signal }) {
    const { mtime: seconds, 'mtime-nsecs': nanoseconds = 0 } = options
    const mtime = seconds === undefined ? mtimeOf(clock.now()) : exactMtime({ seconds, nanoseconds })
    await repo.whileAdding(() => files.touch(path, mtime, { session, signal }), { signal })
  },
})
