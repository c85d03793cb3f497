/** Bits of Go's file modes, which its clients send and read, with the corresponding permission bits. */
const GO_BITS = [
  [2 ** 23, 0o4000],
  [2 ** 22, 0o2000],
  [2 ** 20, 0o1000],
] as const

const GO_DIRECTORY = 2 ** 31
const GO_SYMLINK = 2 ** 27

/** The letters that name these bits before the permissions, in Go's order. */
const GO_LETTERS = [
  [GO_DIRECTORY, 'd'],
  [GO_SYMLINK, 'l'],
  [2 ** 23, 'u'],
  [2 ** 22, 'g'],
  [2 ** 20, 't'],
] as const

/** Converts a mode in Go's or Unix's form to permission bits. Type bits are ignored. */
export function permissionBits(mode: number): number {
  return GO_BITS.reduce((bits, [go, meant]) => (mode & go ? bits | meant : bits), mode & 0o7777)
}

/** Converts permission bits to Go's file mode. */
export function goFileMode(mode: number, { isDirectory }: { readonly isDirectory: boolean }): number {
  const bits = GO_BITS.reduce((sum, [go, meant]) => (mode & meant ? sum + go : sum), mode & 0o777)
  return isDirectory ? bits + GO_DIRECTORY : bits
}

/** Converts the permission bits of a symlink to Go's file mode: all permissions without any. */
export function goSymlinkMode(mode = 0o777): number {
  return GO_SYMLINK + goFileMode(mode, { isDirectory: false })
}

/** Formats Go's file mode as the reference prints it, such as `drwxr-xr-x`. */
export function symbolicMode(mode: number): string {
  const type = GO_LETTERS.map(([bit, letter]) => (mode & bit ? letter : '')).join('')
  const permissions = [...'rwxrwxrwx'].map((letter, at) => (mode & (0o400 >> at) ? letter : '-'))
  return `${type || '-'}${permissions.join('')}`
}
