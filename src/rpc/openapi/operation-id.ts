/** The name of a command in generated code: `blockPut` for `block/put`. */
export function operationId(path: string): string {
  return path.replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase())
}
