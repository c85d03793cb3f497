import { element } from '../element.ts'
import { bodyField } from './body-field.ts'
import type { CommandInfo, Filled } from './command-info.ts'
import { optionGroups } from './common-options.ts'
import type { ApiParameter, Argument } from './description.ts'
import { explorerTexts } from './explorer-texts.ts'
import { choiceField, type InputField, textField } from './field.ts'

export interface CommandForm {
  readonly element: HTMLFormElement
  read(): Filled
  fill(filled: Filled): void
}

/**
 * A form with a field for each argument, file part and option of a command: those that most callers need first, and
 * the rest when it is asked for.
 */
export function commandForm(command: CommandInfo): CommandForm {
  const { first, more } = optionGroups(command.path, command.options)
  const args = command.args.map((argument) => [argument.name, argumentField(argument, command)] as const)
  const shown = fieldsOf(first)
  const hidden = fieldsOf([...more, ...command.common])
  const options = [...shown, ...hidden]
  const body = command.body && bodyField(command.body)
  const rest = element('details', {}, [
    element('summary', { textContent: explorerTexts.moreOptions }),
    grid(hidden.map(([, field]) => field.element)),
  ])

  return {
    element: element('form', { className: 'stack', id: `form-${command.path.replaceAll('/', '-')}` }, [
      ...group(explorerTexts.arguments, [
        ...args.map(([, field]) => field.element),
        ...(body ? [body.element] : []),
      ]),
      ...group(
        explorerTexts.options,
        shown.map(([, field]) => field.element),
      ),
      rest,
    ]),
    read: () => ({
      args: Object.fromEntries(args.map(([name, field]) => [name, field.values()])),
      options: Object.fromEntries(options.map(([name, field]) => [name, field.values()])),
      files: [],
      ...body?.read(),
    }),
    fill(filled) {
      for (const [name, field] of args) field.fill(filled.args[name] ?? [])
      for (const [name, field] of options) field.fill(filled.options[name] ?? [])
      if (hidden.some(([, field]) => field.values().length > 0)) rest.open = true
      body?.fill(filled)
    },
  }
}

function fieldsOf(parameters: readonly ApiParameter[]): (readonly [string, InputField])[] {
  return parameters.map((parameter) => [parameter.name, optionField(parameter)])
}

/** An argument that a file part can replace is not required. */
function argumentField({ name, about, required, variadic }: Argument, { body }: CommandInfo): InputField {
  const isRequired = required && body?.name !== name
  const note = variadic ? explorerTexts.valuePerLine : undefined
  return textField({ name, about: `${about}.`, note, isRequired, isList: variadic })
}

function optionField({ name, description, schema, deprecated }: ApiParameter): InputField {
  const about = description.replaceAll('`', '')
  const fallback = schema.default === undefined ? undefined : String(schema.default)
  const isList = schema.type === 'array'
  const notes = [
    ...(deprecated ? [explorerTexts.deprecated] : []),
    ...(isList ? [explorerTexts.valuePerLine] : []),
  ]
  const init = { name, about, note: notes.join(' '), fallback }
  if (schema.type === 'boolean') return choiceField(init)
  return textField({ ...init, isList, isNumber: schema.type === 'integer' })
}

function group(title: string, fields: readonly Node[]): HTMLElement[] {
  if (fields.length === 0) return []
  return [element('fieldset', {}, [element('legend', { textContent: title }), grid(fields)])]
}

function grid(fields: readonly Node[]): HTMLElement {
  return element('div', { className: 'field-grid' }, fields)
}
