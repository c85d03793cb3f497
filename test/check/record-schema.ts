/** The types of one `.proto` file, as printed by `pbjs -t json`. */
export type ProtoFile = Readonly<Record<string, ProtoMessage | ProtoEnum>>

interface ProtoMessage {
  readonly fields: Readonly<Record<string, ProtoField>>
}

interface ProtoEnum {
  readonly values: Readonly<Record<string, number>>
}

interface ProtoField {
  readonly id: number
  readonly type: string
  readonly rule?: 'repeated'
  /** The declared name, if it differs from the JSON name. */
  readonly protoName?: string
  readonly options?: Readonly<Record<string, unknown>>
}

/** TypeScript types of scalars. 64-bit integers are `bigint`, never a rounded number. */
const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  bytes: 'Uint8Array',
  bool: 'boolean',
  uint32: 'number',
  uint64: 'bigint',
}

/** Generates a module with one type for each message, and a table of their fields for generic code. */
export function schemaModule(file: ProtoFile): string {
  const names = Object.keys(file).filter((name) => messageOf(file, name) !== undefined)
  const parts = [
    '// Written by `npm run proto` from proto/ledger.proto.',
    ...names.map((name) => typeText(file, name)),
    `export type Messages = {\n${names.map((name) => `  readonly ${name}: ${name}\n`).join('')}}`,
    'export type MessageName = keyof Messages',
    FIELD_TYPE,
    `export const SCHEMA: { readonly [Name in MessageName]: readonly Field[] } = ${tableText(file, names)}`,
    `export const ENUMS = ${JSON.stringify(enums(file), undefined, 2)} as const`,
  ]
  return `${parts.join('\n\n')}\n`
}

const FIELD_TYPE = `export type Field = {
  readonly number: number
  readonly name: string
  readonly declared: string
  readonly repeated: boolean
  readonly alwaysPresent: boolean
} & (
  | { readonly type: 'string' | 'bytes' | 'bool' | 'uint32' | 'uint64' }
  | { readonly type: 'enum'; readonly of: keyof typeof ENUMS }
  | { readonly type: 'message'; readonly of: MessageName }
)`

function messageOf(file: ProtoFile, name: string): ProtoMessage | undefined {
  const type = file[name]
  return type !== undefined && 'fields' in type ? type : undefined
}

function enums(file: ProtoFile): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(file).flatMap(([name, type]) => ('values' in type ? [[name, type.values]] : [])),
  )
}

function typeText(file: ProtoFile, name: string): string {
  const fields = Object.entries(messageOf(file, name)?.fields ?? {})
  if (fields.length === 0) return `export type ${name} = Readonly<Record<never, never>>`
  const lines = fields.map(([key, field]) => `  readonly ${key}${propertyType(file, field)}\n`)
  return `export type ${name} = {\n${lines.join('')}}`
}

function propertyType(file: ProtoFile, field: ProtoField): string {
  const type = SCALARS[field.type] ?? (messageOf(file, field.type) ? field.type : 'number')
  if (field.rule === 'repeated') return `: readonly ${type}[]`
  return messageOf(file, field.type) && !isAlwaysPresent(field) ? `?: ${type}` : `: ${type}`
}

function tableText(file: ProtoFile, names: readonly string[]): string {
  const rows = names.map((name) => {
    const fields = Object.entries(messageOf(file, name)?.fields ?? {})
    const lines = fields.map(([key, field]) => `    ${JSON.stringify(tableField(file, key, field))},\n`)
    return `  ${name}: [${lines.length > 0 ? `\n${lines.join('')}  ` : ''}],\n`
  })
  return `{\n${rows.join('')}}`
}

function tableField(file: ProtoFile, name: string, field: ProtoField) {
  const type = SCALARS[field.type] ? field.type : messageOf(file, field.type) ? 'message' : 'enum'
  return {
    number: field.id,
    name,
    declared: field.protoName ?? name,
    repeated: field.rule === 'repeated',
    alwaysPresent: isAlwaysPresent(field),
    type,
    ...(type === field.type ? {} : { of: field.type }),
  }
}

function isAlwaysPresent({ options }: ProtoField): boolean {
  return options?.['(always_present)'] === true
}
