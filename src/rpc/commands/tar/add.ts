import type { AddStage } from '../../../content-lock/open-adds.ts'
import { DomainError } from '../../../errors.ts'
import { importTar } from '../../../objects/tar/import-tar.ts'
import { addIfRoom } from '../../../repo/add-if-room.ts'
import { defineCommand, json } from '../../declare/command.ts'
import { formSource } from '../../form/form-source.ts'
import { TarAdded } from '../../shapes/files.ts'

/** Spec: RPC document, section 4, `/tar/add`. */
export const tarAdd = defineCommand({
  path: 'tar/add',
  about: 'Import a tar file as a tree of its entries',
  args: {},
  options: {},
  body: 'file',
  reply: json(TarAdded),
  text: ({ Hash }: { Hash: string }) => `${Hash}\n`,
  parts: ['blockstore', 'activity', 'clock', 'putWatch', 'writeBudget', 'repo'],
  async run({ blockstore, activity, clock, putWatch, writeBudget, repo }, { body, signal, printCid }) {
    for await (const entry of formSource(body)) {
      if (entry.kind !== 'file') throw new DomainError('invalid-argument', 'file is not regular')
      const add = async function* ({ blockstore }: AddStage) {
        yield await importTar(entry.content, { blockstore, activity, writeBudget, signal })
      }
      for await (const root of addIfRoom(add, { repo, blockstore, putWatch, activity, clock, signal }))
        return { Name: entry.path, Hash: printCid(root) }
    }
    throw new TypeError('Cannot read file: there is none')
  },
})
