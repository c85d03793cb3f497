/** Bits of Go's file modes, which its clients send and read, with the corresponding permission bits. */
const GO_BITS = [
  [2 ** 23, 0o4000],
  [2 ** 22, 0o2000],
  [2 ** 20, 0o1000],
] as const

const GO_DIRECTORY = 2 ** 31

/** Converts a mode in Go's or Unix's form to permission bits. Type bits are ignored. */
export function permissionBits(mode: number): number {
  return GO_BITS.reduce((bits, [go, meant]) => (mode & go ? bits | meant : bits), mode & 0o7777)
}

/** Converts permission bits to Go's file mode. */
export function goFileMode(mode: number, { isDirectory }: { readonly isDirectory: boolean }): number {
  const bits = GO_BITS.reduce((sum, [go, meant]) => (mode & meant ? sum + go : sum), mode & 0o777)
  return isDirectory ? bits + GO_DIRECTORY : bits
}
