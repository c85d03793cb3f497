import type { Quarantine } from '../blocks/quarantine.ts'
import type { ContentLock } from '../content-lock/content-lock.ts'
import { definePart } from '../parts/define-part.ts'
import type { Blockstore } from '../ports/blockstore.ts'
import type { Clock } from '../ports/clock.ts'
import type { OutboundPorts } from '../ports/outbound.ts'
import type { SourceFiles } from '../ports/source-files.ts'
import { createFilestore, type Filestore } from './filestore.ts'
import { createReferences, type References, type ReferencesOptions } from './references.ts'
import { createSources, type Sources } from './sources.ts'

/** Files and URLs that this host reads again when a block of them is wanted. */
export const sourcesPart = definePart({
  name: 'sources',
  needs: { sourceFiles: 'optional', outbound: 'optional', clock: 'required' },
  create: ({
    sourceFiles,
    outbound,
    clock,
  }: {
    readonly sourceFiles?: SourceFiles | undefined
    readonly outbound?: Pick<OutboundPorts, 'sources'> | undefined
    readonly clock: Pick<Clock, 'sleep'>
  }): Sources => createSources({ files: sourceFiles, urls: outbound?.sources, clock }),
})

/** Where the bytes of blocks are that are only referred to. */
export const referencesPart = definePart({
  name: 'references',
  needs: { datastore: 'required', reservedDatastore: 'required' },
  create: (needs: ReferencesOptions): References => createReferences(needs),
})

export interface FilestoreNeeds {
  readonly references: References
  readonly sources: Sources
  readonly localStore: Pick<Blockstore, 'has'>
  readonly quarantine: Quarantine
  readonly contentLock: ContentLock
}

export const filestorePart = definePart({
  name: 'filestore',
  needs: {
    references: 'required',
    sources: 'required',
    localStore: 'required',
    quarantine: 'required',
    contentLock: 'required',
  },
  create: (needs: FilestoreNeeds): Filestore => createFilestore(needs),
})
