import * as z from 'zod/mini'
import { DomainError, isDomainError } from '../errors.ts'
import type { Logger } from '../ports/logger.ts'
import type { Section, Setting, SettingsOf } from '../settings/setting.ts'
import { nodeSections } from './schema.ts'
import type { starterSection } from './sections/starter.ts'

/** Texts by variable name. An empty text means not set. */
export type Texts = { readonly [Name in NodeVariable | StarterVariable]?: string | undefined }

type Sections = typeof nodeSections

/** All settings of a node, by section. */
export type Config = { readonly [Name in keyof Sections]: SettingsOf<Sections[Name]> }

type SettingOf<Name extends keyof Sections> = Sections[Name]['settings'][keyof Sections[Name]['settings']]

/** Variables that a host passes on to its node. */
export type NodeVariable = { [Name in keyof Sections]: Variable<SettingOf<Name>> }[keyof Sections]

type StarterVariable = Variable<(typeof starterSection.settings)[keyof typeof starterSection.settings]>

type Variable<Of> = Of extends Setting<infer Name> ? Name : never

/** Picks the texts of the node's settings, with an empty text for those that are not set. */
export function nodeTexts(all: Texts): Readonly<Record<NodeVariable, string>> {
  const settings = Object.values(nodeSections).flatMap((section) => Object.values<Setting>(section.settings))
  const texts = settings.map(({ variable }) => [variable, textOf(variable, all)])
  return Object.fromEntries(texts)
}

/** Parses the settings of a section. Throws `invalid-argument`, naming the variable, for an invalid text. */
export function parseSection<Of extends Section>({ settings }: Of, texts: Texts): SettingsOf<Of> {
  const values = Object.entries(settings).map(([key, setting]) => [key, parseSetting(setting, texts)])
  return Object.fromEntries(values)
}

/** Parses all settings of a node. Throws `invalid-argument`, naming the variable, for an invalid text. */
export function parseConfig(texts: Texts): Config {
  return eachSection((section) => parseSection(section, texts))
}

/**
 * Like {@link parseConfig}, for a host whose start errors the owner does not see: an invalid text is logged and
 * handled as its section declares. Throws for settings with which a node must not start.
 */
export function loadConfig(texts: Texts, logger: Logger): Config {
  return eachSection((section) => loadSection(section, texts, logger))
}

/** Loads one section like {@link loadConfig}. */
export function loadSection<Of extends Section>(section: Of, texts: Texts, logger?: Logger): SettingsOf<Of> {
  const { onFault, logScope, settings } = section
  if (onFault === 'refuse') return parseSection(section, texts)
  const unset: Record<string, string> = {}
  for (const setting of Object.values(settings)) {
    const fault = faultOf(setting, texts)
    if (fault === undefined) continue
    logger?.log('error', logScope, fault)
    if (onFault === 'unset-section') return parseSection(section, {})
    unset[setting.variable] = ''
  }
  return parseSection(section, { ...texts, ...unset })
}

/**
 * The texts of a stored document without those that this build cannot read, where a node would not start with them: its
 * owner could not replace the document. They are logged. One of an irreversible setting stays, and so refuses the
 * start, because the node would write what cannot be taken back; a variable sets another value.
 */
export function withoutFaults(texts: Texts, logger: Logger): Texts {
  const left: Record<string, string | undefined> = { ...texts }
  for (const { onFault, logScope, settings } of Object.values<Section>(nodeSections)) {
    for (const setting of onFault === 'refuse' ? Object.values(settings) : []) {
      const fault = setting.isIrreversible ? undefined : faultOf(setting, texts)
      if (fault === undefined) continue
      logger.log('error', logScope, fault)
      delete left[setting.variable]
    }
  }
  return left
}

function eachSection(read: (section: Section) => unknown): Config {
  const values = Object.entries(nodeSections).map(([name, section]) => [name, read(section)])
  return Object.fromEntries(values)
}

function faultOf(setting: Setting, texts: Texts): string | undefined {
  try {
    parseSetting(setting, texts)
    return undefined
  } catch (error) {
    if (!isDomainError(error)) throw error
    return error.message
  }
}

function parseSetting(setting: Setting, texts: Texts): unknown {
  const text = textOf(setting.variable, texts)
  return text === '' ? setting.default : readText(setting, text)
}

/** The value of a text that is not empty. Throws `invalid-argument`, naming the variable or another `label`. */
export function readText(
  { variable, type, action = 'read' }: Setting,
  text: string,
  label: string = variable,
): unknown {
  const result = z.safeParse(type, text, { reportInput: true })
  if (result.success) return result.data
  const [{ input, message } = { input: text, message: 'not understood' }] = result.error.issues
  const quoted = String(input).slice(0, 80)
  throw new DomainError('invalid-argument', `Cannot ${action} ${label} "${quoted}": ${message}`)
}

function textOf(variable: string, texts: Readonly<Record<string, string | undefined>>): string {
  return texts[variable] ?? ''
}
