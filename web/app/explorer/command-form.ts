import { element } from '../element.ts'
import { bodyField } from './body-field.ts'
import type { CommandInfo, Filled } from './command-info.ts'
import type { Argument, Parameter } from './description.ts'
import { choiceField, type Field, textField } from './field.ts'

export interface CommandForm {
  readonly element: HTMLFormElement
  read(): Filled
  fill(filled: Filled): void
}

/** A form with a field for each argument, file part and option of a command, and `actions` at its end. */
export function commandForm(command: CommandInfo, actions: readonly Node[]): CommandForm {
  const args = command.args.map((argument) => [argument.name, argumentField(argument, command)] as const)
  const options = fieldsOf(command.options)
  const common = fieldsOf(command.common)
  const body = command.body && bodyField(command.body)

  return {
    element: element('form', { className: 'stack' }, [
      ...group('Arguments', [...args.map(([, field]) => field.element), ...(body ? [body.element] : [])]),
      ...group(
        'Options',
        options.map(([, field]) => field.element),
      ),
      element('details', {}, [
        element('summary', { textContent: 'Options of every command' }),
        grid(common.map(([, field]) => field.element)),
      ]),
      element('div', { className: 'actions' }, actions),
    ]),
    read: () => ({
      args: Object.fromEntries(args.map(([name, field]) => [name, field.values()])),
      options: Object.fromEntries([...options, ...common].map(([name, field]) => [name, field.values()])),
      files: [],
      ...body?.read(),
    }),
    fill(filled) {
      for (const [name, field] of args) field.fill(filled.args[name] ?? [])
      for (const [name, field] of [...options, ...common]) field.fill(filled.options[name] ?? [])
      body?.fill(filled)
    },
  }
}

function fieldsOf(parameters: readonly Parameter[]): (readonly [string, Field])[] {
  return parameters.map((parameter) => [parameter.name, optionField(parameter)])
}

/** An argument that a file part can replace is not required. */
function argumentField({ name, about, required, variadic }: Argument, { body }: CommandInfo): Field {
  const isRequired = required && body?.name !== name
  const hint = variadic ? `${about}; one a line` : about
  return textField({ name, about: `${hint}.`, isRequired, isList: variadic })
}

function optionField({ name, description, schema, deprecated }: Parameter): Field {
  const about = `${description.replaceAll('`', '')}${deprecated ? ' Deprecated.' : ''}`
  const fallback = schema.default === undefined ? undefined : String(schema.default)
  const isList = schema.type === 'array'
  const init = { name, about: isList ? `${about} One value a line.` : about, fallback }
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
