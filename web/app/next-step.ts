import { RpcError } from '../../src/rpc/client.ts'
import { frameTexts } from './language/frame-texts.ts'

/** Advice for errors of the node, by patterns of their messages. The first match applies. */
const STEPS: readonly (readonly [RegExp, string])[] = [
  [/no space left/, frameTexts.nextSpace],
  [/then try again$|reload the page$|for this address$/, ''],
  [/no ipfs peers at|failed to dial/, frameTexts.nextPeer],
  [/could not find|not held|different hash|bytes are gone/, frameTexts.nextAbsent],
  [/no resolver of domain names/, frameTexts.nextResolver],
  [/run in online mode/, frameTexts.nextOnline],
  [/are not served yet|cannot do it yet/, frameTexts.nextUnsupported],
  [/invalid path|invalid cid|encoding not supported|cid too short/, frameTexts.nextCid],
  [/file does not exist|no link named/, frameTexts.nextMissing],
  [/already has entry|file already exists/, frameTexts.nextName],
  [/valid UnixFS/, frameTexts.nextData],
  [/wrong password/, frameTexts.nextPassphrase],
  [/has its own already|has a part of it already|has another key of this name/, frameTexts.nextOwn],
  [/not pinned/, frameTexts.nextUnpinned],
  [/unexpected EOF|invalid car|invalid header/, frameTexts.nextCar],
  [/required$/, frameTexts.nextRequired],
  [/could not convert|invalid|unsupported|expected/i, frameTexts.nextField],
  [/Access Denied/, frameTexts.nextToken],
  [/Forbidden/, frameTexts.nextForbidden],
  [/shut down|closed/, frameTexts.nextRestart],
]

/** Says what went wrong and what to do next. Errors of the page itself already say both. */
export function nextStep(error: unknown): string {
  if (error instanceof TypeError) return NO_PART.test(error.message) ? frameTexts.outdatedPart : CUT
  if (error instanceof RpcError) return adviceOn(error.message)
  if (error instanceof DOMException) return `${error.message}. ${OTHERWISE}`
  return error instanceof Error ? error.message : String(error)
}

/** The message of a node's error, followed by advice. */
export function adviceOn(message: string): string {
  const [, step = OTHERWISE] = STEPS.find(([pattern]) => pattern.test(message)) ?? []
  return step === '' ? `${message}.` : `${sentence(message)} ${step}`
}

/** `fetch` and streams fail with a `TypeError`, whose message differs between engines. */
const CUT = frameTexts.cut

/** The message of an engine, each with its own words, about a part of the page that it could not load. */
const NO_PART = /imported module|module script/i

const OTHERWISE = frameTexts.otherwise

/** Adds a full stop unless there is one, so that another sentence can follow. */
export function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
