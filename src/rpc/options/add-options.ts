import { DomainError } from '../../errors.ts'
import type { AddOptions } from '../../unixfs/add/add-options.ts'
import type { Metadata } from '../../unixfs/add/metadata.ts'
import type { DagDefaults } from '../../unixfs/dag/dag-shape.ts'
import { assertExactMtime } from './exact-mtime.ts'

/** The options of `/add` that determine the content's DAG. Absent if not sent. */
export interface SentAddOptions {
  readonly chunker?: string | undefined
  readonly hash?: string | undefined
  readonly inline?: boolean | undefined
  readonly mode?: number | undefined
  readonly mtime?: number | undefined
  readonly nocopy?: boolean | undefined
  readonly pin?: boolean | undefined
  readonly profile?: string | undefined
  readonly progress?: boolean | undefined
  readonly silent?: boolean | undefined
  readonly trickle?: boolean | undefined
  readonly 'cid-version'?: number | undefined
  readonly 'empty-dirs'?: boolean | undefined
  readonly 'inline-limit'?: number | undefined
  readonly 'max-directory-links'?: number | undefined
  readonly 'max-file-links'?: number | undefined
  readonly 'max-hamt-fanout'?: number | undefined
  readonly 'mtime-nsecs'?: number | undefined
  readonly 'only-hash'?: boolean | undefined
  readonly 'pin-name'?: string | undefined
  readonly 'preserve-mode'?: boolean | undefined
  readonly 'preserve-mtime'?: boolean | undefined
  readonly 'raw-leaves'?: boolean | undefined
  readonly 'to-files'?: string | undefined
  readonly 'wrap-with-directory'?: boolean | undefined
}

/**
 * Converts the options of `/add` to those of the core. Throws for contradictory options, with the texts of the
 * reference implementation, and `unsupported` for what this build does not support.
 */
export function contentOptions(sent: SentAddOptions): AddOptions {
  refuseContradictions(sent)
  return {
    ...{ profile: sent.profile, chunker: sent.chunker || undefined, trickle: sent.trickle },
    ...{ hash: sent.hash || undefined, cidVersion: versionOf(sent), rawLeaves: rawLeavesOf(sent) },
    ...{ inline: sent.inline, inlineLimit: sent['inline-limit'], onlyHash: sent['only-hash'] },
    ...{ maxFileLinks: sent['max-file-links'], maxDirectoryLinks: sent['max-directory-links'] },
    ...{ maxHamtFanout: sent['max-hamt-fanout'], emptyDirectories: sent['empty-dirs'] },
    ...{ wrapWithDirectory: sent['wrap-with-directory'], progress: sent.progress, silent: sent.silent },
    metadata: metadataOf(sent),
  }
}

/**
 * Fills what a call does not set with the owner's defaults. None of them applies beside a profile: equal profiles
 * give equal CIDs on every node.
 */
export function withDefaults(sent: AddOptions, importing: DagDefaults): AddOptions {
  if (sent.profile !== undefined) return sent
  return {
    ...importing,
    ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
  }
}

/** Spec gap: in the reference implementation, a mode of 0 and a time of 0 mean none. */
function metadataOf({ mode, mtime, 'mtime-nsecs': nanoseconds = 0 }: SentAddOptions): Metadata {
  if (nanoseconds > 999_999_999) {
    throw invalid('mtime nanoseconds must be in range [1, 999999999]')
  }
  if (nanoseconds > 0 && !mtime) {
    throw invalid('option "mtime-nsecs" requires "mtime" to be provided as well')
  }
  assertExactMtime(mtime)
  return {
    mode: mode ? mode & 0o7777 : undefined,
    mtime: mtime ? { seconds: mtime, nanoseconds } : undefined,
  }
}

/** Mode and mtime are stored in the UnixFS node, which raw leaves do not have, so any metadata disables raw leaves. */
function storesMetadata(sent: SentAddOptions): boolean {
  return Boolean(sent['preserve-mode'] || sent['preserve-mtime'] || sent.mode || sent.mtime)
}

/** A negative version is that of the other options, as in the reference implementation. */
function versionOf({ 'cid-version': version }: SentAddOptions): number | undefined {
  return version !== undefined && version < 0 ? undefined : version
}

function rawLeavesOf(sent: SentAddOptions): boolean | undefined {
  if (storesMetadata(sent)) return false
  return sent.nocopy ? true : sent['raw-leaves']
}

function refuseContradictions(sent: SentAddOptions): void {
  if (storesMetadata(sent) && sent['raw-leaves']) {
    throw invalid("raw-leaves can't be used with UnixFS metadata like mode or modification time")
  }
  if (sent['only-hash'] && sent['to-files'] !== undefined) {
    throw invalid('only-hash and to-files options are not compatible')
  }
  if ((sent.pin === false || sent['only-hash']) && sent['pin-name'] !== undefined) {
    throw invalid('pin-name option requires pin to be set')
  }
  if (sent['wrap-with-directory'] && sent['to-files'] !== undefined) {
    throw invalid('wrap-with-directory and to-files options are not compatible')
  }
  if (sent.nocopy && (sent['raw-leaves'] === false || storesMetadata(sent))) {
    throw invalid("nocopy option requires '--raw-leaves' to be enabled as well")
  }
}

function invalid(message: string): DomainError {
  return new DomainError('invalid-argument', message)
}
