import { contentTexts } from '../content-texts.ts'
/** How the page shows a file. Determined by the name alone, so that a list reads no content. */
export type MediaKind = 'picture' | 'video' | 'audio' | 'pdf' | 'markdown' | 'json' | 'text' | 'unknown'

const EXTENSIONS: Readonly<Record<Exclude<MediaKind, 'unknown'>, string>> = {
  picture: 'apng avif bmp gif ico jpeg jpg png svg webp',
  video: 'm4v mkv mov mp4 ogv webm',
  audio: 'aac flac m4a mp3 oga ogg opus wav weba',
  pdf: 'pdf',
  markdown: 'markdown md',
  json: 'geojson json map webmanifest',
  text: 'c conf cpp css csv diff go h hpp htm html ics ini java js jsx log lua mjs php pl proto py rb rs rst sh sql srt svelte swift tex toml ts tsv tsx txt vtt vue xml yaml yml',
}

const KINDS = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, extensions]) =>
    extensions.split(' ').map((extension) => [extension, kind as MediaKind] as const),
  ),
)

const TITLES: Readonly<Record<MediaKind, string>> = {
  picture: contentTexts.picture,
  video: contentTexts.video,
  audio: contentTexts.audio,
  pdf: 'PDF',
  markdown: contentTexts.text,
  json: contentTexts.data,
  text: contentTexts.text,
  unknown: contentTexts.file,
}

export function mediaKind(name: string): MediaKind {
  return KINDS.get(extensionOf(name)) ?? 'unknown'
}

/** The type for a list: contentTexts.picture, or the extension of an unknown file, such as `ZIP`. */
export function typeText({ name, isFolder }: { readonly name: string; readonly isFolder: boolean }): string {
  if (isFolder) return contentTexts.folder
  const kind = mediaKind(name)
  const extension = extensionOf(name)
  return kind === 'unknown' && /^\w{1,5}$/.test(extension) ? extension.toUpperCase() : TITLES[kind]
}

/** Empty for a name without an extension, and for a hidden file such as `.profile`. */
function extensionOf(name: string): string {
  const at = name.lastIndexOf('.')
  return at > 0 ? name.slice(at + 1).toLowerCase() : ''
}
