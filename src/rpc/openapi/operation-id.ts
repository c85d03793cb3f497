/** A name for the command in generated code: `block/put` is `blockPut`. */
export function operationId(path: string): string {
  return path.replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase())
}
