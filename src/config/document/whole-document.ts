import { DomainError } from '../../errors.ts'
import { type ConfigObject, type ConfigValue, isJsonObject, isSameJson, sortedJson } from './config-value.ts'
import { findValue, withoutValue, withValue } from './document-path.ts'
import { type KnownSetting, STARTER_SETTINGS } from './known-settings.ts'

/** The parts of a whole document that are not stored. */
export interface DocumentContext {
  readonly settings: readonly KnownSetting[]
  /** The node's own peer id, as text. */
  readonly peerId: string
}

const PEER_ID = 'Identity.PeerID'

/** The stored values with defaults, values of the environment, and the identity. Keys are sorted. */
export function wholeDocument(stored: ConfigObject, { settings, peerId }: DocumentContext): ConfigObject {
  let document = stored
  for (const setting of settings) document = withValue(document, setting.name, settingValue(stored, setting))
  return sortedJson(withValue(document, PEER_ID, peerId)) as ConfigObject
}

/**
 * The stored values without those in the place of a section, which another build may have stored. Only a caller's own
 * document is refused for one.
 */
export function withoutMisplaced(stored: ConfigObject, { settings }: DocumentContext): ConfigObject {
  const names = [PEER_ID, ...settings.map(({ name }) => name)]
  const sections = new Set(names.flatMap(sectionsAbove))
  const isMisplaced = (path: string) => {
    const value = findValue(stored, path) ?? null
    return value !== null && !isJsonObject(value)
  }
  return [...sections].filter(isMisplaced).reduce(withoutValue, stored)
}

/** `Swarm` and `Swarm.ConnMgr` for `Swarm.ConnMgr.Type`. */
function sectionsAbove(name: string): readonly string[] {
  const keys = name.split('.')
  return keys.slice(1).map((_, at) => keys.slice(0, at + 1).join('.'))
}

/** The value of one setting in the whole document, without building it: each connection of a peer reads several. */
export function wholeValue(stored: ConfigObject, setting: KnownSetting): ConfigValue {
  return sortedJson(settingValue(stored, setting))
}

function settingValue(stored: ConfigObject, { name, default: unset, held }: KnownSetting): ConfigValue {
  return held ? held.value : (findValue(stored, name) ?? unset)
}

export interface ChangeOfDocument {
  /** The currently stored values, including those that a variable hides. */
  readonly held: ConfigObject
  /** The whole documents. */
  readonly before: ConfigObject
  readonly after: ConfigObject
}

export interface PlannedChange {
  /** The values to store: those that differ from the defaults and are not set by the environment. */
  readonly stored: ConfigObject
  /** Settings whose new value takes effect when the node is loaded again. */
  readonly restart: readonly string[]
}

/**
 * Checks a whole document that is to replace `before`. Throws `invalid-argument` with the reason for an invalid
 * value, and `failed-precondition` for a change of a value that only the environment can set.
 */
export function planChange(
  { held, before, after }: ChangeOfDocument,
  { settings, peerId }: DocumentContext,
): PlannedChange {
  const identity = findValue(after, PEER_ID)
  if (identity !== undefined && identity !== peerId) {
    throw new DomainError(
      'failed-precondition',
      "cannot set Identity.PeerID to a value that does not match the node's private key; use 'ipfs key rotate' to change the node identity",
    )
  }
  refuseStarterSettings({ before, after })
  let stored = withoutValue(after, PEER_ID)
  const restart: string[] = []
  for (const setting of settings) {
    const { name, default: unset } = setting
    const value = checked(setting, { before, value: findValue(after, name) })
    stored = withoutValue(stored, name)
    const kept = setting.held ? findValue(held, name) : value
    if (kept !== undefined && !isSameJson(kept, unset)) stored = withValue(stored, name, kept)
    if (setting.needsRestart && !isSameJson(value, findValue(before, name))) restart.push(name)
  }
  return { stored, restart }
}

function checked(
  { name, default: unset, held, onlyBy, check }: KnownSetting,
  { before, value }: { readonly before: ConfigObject; readonly value: ConfigValue | undefined },
): ConfigValue {
  const previous = findValue(before, name) ?? null
  // An omitted setting keeps the value of the environment, or else gets its default.
  if (value === undefined) return held || onlyBy !== undefined ? previous : unset
  if (isSameJson(value, previous)) return value
  if (held) {
    throw new DomainError(
      'failed-precondition',
      `cannot change ${name}: ${held.variable} of the environment sets it`,
    )
  }
  if (onlyBy !== undefined) throw onlyByEnvironment(name, onlyBy)
  return check(value) ?? unset
}

function refuseStarterSettings({ before, after }: Pick<ChangeOfDocument, 'before' | 'after'>): void {
  for (const { name, variable } of STARTER_SETTINGS) {
    const value = findValue(after, name)
    const previous = findValue(before, name)
    if (value === undefined || (previous !== undefined && isSameJson(value, previous))) continue
    throw onlyByEnvironment(name, variable)
  }
}

function onlyByEnvironment(name: string, variable: string): DomainError {
  const message = `cannot change ${name}: only the environment may set it, as ${variable}`
  return new DomainError('failed-precondition', message)
}
