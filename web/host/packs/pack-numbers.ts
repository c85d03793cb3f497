/** Numbers of packs in files begin here. Those of Blobs are counted by the database from 1. */
const FIRST_FILE = 2 ** 48

/**
 * A number for a new file: 48 random bits, so that tabs need not agree on it, and the number of a removed file
 * does not come again.
 */
export function newFileNumber(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return FIRST_FILE + (high % 2 ** 16) * 2 ** 32 + low
}

/** True for the number of a pack in a file of the origin private file system. */
export function isFileNumber(pack: number): boolean {
  return pack >= FIRST_FILE
}

/** The name of a pack's file. Throws for any other value: no other text may become a name. */
export function fileName(pack: number): string {
  if (!Number.isSafeInteger(pack) || !isFileNumber(pack)) {
    throw new Error(`Cannot name pack "${pack}": not the number of a file`)
  }
  return String(pack)
}

/** The number of a file. `undefined` for a name that no pack has. */
export function fileNumber(name: string): number | undefined {
  const pack = Number(name)
  return /^\d+$/.test(name) && Number.isSafeInteger(pack) && isFileNumber(pack) ? pack : undefined
}
