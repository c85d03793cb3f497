import type { UploadEntry } from '../../../../src/rpc/client.ts'
import { keepingAlive } from '../../../host/keep-alive.ts'
import type { ChosenNode } from '../../../host/node-choice.ts'
import { addingOptions } from '../../adding-options.ts'
import { numberText } from '../../language/counted.ts'
import { callOn } from '../../node/node-client.ts'
import { contentTexts } from '../content-texts.ts'
import { freeName } from '../files/free-name.ts'
import { childPath } from '../files/place.ts'
import { namesIn } from '../files/read-folder.ts'
import type { Dropped } from './dropped-files.ts'

export interface Progress {
  /** Bytes that the node has received, of `bytesTotal`. */
  readonly bytes: number
  readonly bytesTotal: number
  readonly files: number
  /** 0 where files are not counted. */
  readonly filesTotal: number
  /** True while the bytes are copied within this browser, before they are sent. */
  readonly isPreparing?: boolean
}

export interface UploadOptions {
  readonly node: ChosenNode
  /** Path of the folder to add to. */
  readonly folder: string
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** The node places at most so many names in a folder at once. Files within added folders do not count. */
const MAX_TOPS = 10_000

/**
 * Adds all files in one request and puts them into the folder, all or none. A name that is taken there gets a number.
 * Resolves to the new paths.
 */
export async function uploadFiles(
  dropped: readonly Dropped[],
  { node, folder, signal, onProgress }: UploadOptions,
): Promise<readonly string[]> {
  const tops = new Set(dropped.map(({ path }) => topOf(path)))
  if (tops.size > MAX_TOPS) {
    throw new Error(contentTexts.tooMany(numberText(MAX_TOPS)))
  }
  const taken = await namesIn(folder, { signal, on: callOn(node) })
  const names = new Map<string, string>()
  for (const top of tops) {
    const free = freeName(top, (name) => taken.has(name))
    taken.add(free)
    names.set(top, free)
  }
  const renamed = dropped.map(({ path, ...rest }) => {
    const top = topOf(path)
    return { ...rest, path: (names.get(top) ?? top) + path.slice(top.length) }
  })
  await send(renamed, { node, folder, signal, onProgress })
  return [...names.values()].map((name) => childPath(folder, name))
}

function send(
  dropped: readonly Dropped[],
  { node, folder, signal, onProgress }: UploadOptions,
): Promise<void> {
  const files = new Set(dropped.flatMap(({ path, file }) => (file ? [path.toWellFormed()] : [])))
  const bytesTotal = totalBytes(dropped)
  // A browser reads no line of a server's reply before the whole body is sent, and both would wait for each other when
  // the lines are many.
  const isHere = node.kind === 'browser'
  let progress: Progress = { bytes: 0, bytesTotal, files: 0, filesTotal: isHere ? files.size : 0 }
  const report = (change: Partial<Progress>) => {
    progress = { ...progress, ...change }
    onProgress(progress)
  }
  const onBytes = (bytes: number) => report({ bytes: Math.min(bytes, bytesTotal) })
  const placing = { pin: false, 'to-files': folder === '/' ? '/' : `${folder}/` }
  const options = { ...addingOptions(), ...placing, silent: !isHere }
  return keepingAlive(async () => {
    const lines = await callOn(node, isHere ? {} : { onSent: onBytes })(
      'add',
      { body: droppedEntries(dropped), options },
      { signal, onUploadProgress: isHere ? ({ totalBytes: read }) => onBytes(read) : undefined },
    )
    for await (const { Name } of lines) if (files.has(Name)) report({ files: progress.files + 1 })
  })
}

export function totalBytes(dropped: readonly Dropped[]): number {
  return dropped.reduce((sum, { file }) => sum + (file?.size ?? 0), 0)
}

/** The first name of a path, which becomes an entry of the folder. */
function topOf(path: string): string {
  return path.split('/', 1)[0] ?? path
}

/** The files ordered by path, so that those of a folder are consecutive. Blobs stay on disk until they are read. */
export function droppedEntries(dropped: readonly Dropped[]): UploadEntry[] {
  return dropped
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, file }) => ({
      path: path.toWellFormed(),
      ...(file ? { content: file } : { kind: 'directory' }),
    }))
}
