/** The path in the origin private file system of the packs of one storage. */
export function packFolder(name: string): readonly [root: string, folder: string] {
  return ['tidepool-packs', encodeURIComponent(name)]
}
