import type { CommandInfo, Filled } from './command-info.ts'

/** The query string of the call: arguments as `arg` in their order, then options. Empty, or starts with `?`. */
export function queryOf({ args, options, common }: CommandInfo, filled: Filled): string {
  const pairs = [
    ...args.flatMap(({ name }) => valuesOf(filled.args, name).map((value) => ['arg', value])),
    ...[...options, ...common].flatMap(({ name }) =>
      valuesOf(filled.options, name).map((value) => [name, value]),
    ),
  ]
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** The multipart body of the call, if it has one. */
export function bodyOf({ body }: CommandInfo, { files, text }: Filled): FormData | undefined {
  if (!body || (files.length === 0 && text === undefined)) return undefined
  const form = new FormData()
  for (const file of files) form.append(body.name, file, encodeURIComponent(file.name))
  // A Blob, because line ends would be changed in a plain form field.
  if (files.length === 0 && text !== undefined) form.append(body.name, new Blob([text]), '')
  return form
}

export function valuesOf(
  values: Readonly<Record<string, readonly string[]>>,
  name: string,
): readonly string[] {
  return (values[name] ?? []).filter((value) => value !== '')
}
