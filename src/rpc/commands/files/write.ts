import type { AddStage } from '../../../content-lock/open-adds.ts'
import { addIfRoom } from '../../../repo/add-if-room.ts'
import { defineCommand, empty } from '../../declare/command.ts'
import { arg, bool, int } from '../../declare/wire.ts'
import { onlyFilePart } from '../../form/only-part.ts'
import {
  CID_FORM_OPTIONS,
  FLUSH_OPTION,
  formOptions,
  METADATA_OPTIONS,
  metadataOptions,
} from '../../options/files-options.ts'

/** Spec: RPC document, section 4, `/files/write`. */
export const filesWrite = defineCommand({
  path: 'files/write',
  about: 'Write the request body into a file of the mutable namespace',
  args: { path: arg('Path to write to') },
  options: {
    offset: int('Byte to begin at', { alias: 'o', wire: 'int64' }),
    create: bool('Make the file when it is absent', { alias: 'e' }),
    parents: bool('Make the directories on the way', { alias: 'p' }),
    truncate: bool('Cut the file to nothing first', { alias: 't' }),
    count: int('Most bytes to take', { alias: 'n', wire: 'int64' }),
    'raw-leaves': bool('Use raw blocks for new leaves', { status: 'experimental' }),
    ...CID_FORM_OPTIONS,
    ...METADATA_OPTIONS,
    ...FLUSH_OPTION,
  },
  body: 'data',
  reply: empty(),
  parts: ['files', 'repo', 'blockstore', 'putWatch', 'activity', 'clock'],
  async run({ files, ...store }, { args: { path }, options, body, session, signal }) {
    const { offset, create, parents, truncate, count, 'raw-leaves': rawLeaves } = options
    const wanted = { offset, create, parents, truncate, count, rawLeaves }
    const writeOptions = { ...wanted, ...formOptions(options), ...metadataOptions(options), session, signal }
    const write = async function* (stage: AddStage) {
      const { content } = await onlyFilePart(body)
      yield await files.write(path, content, { ...writeOptions, stage })
    }
    for await (const _ of addIfRoom(write, { ...store, signal }));
  },
})
