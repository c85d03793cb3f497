import { RpcError } from '../../src/rpc/client.ts'

/** What to do about errors of the node, by what their texts say; the first that fits counts. */
const STEPS: readonly (readonly [RegExp, string])[] = [
  [/no space left/, 'Unpin what you can do without, press “Free space”, then try again.'],
  [/then try again$|reload the page$|for this address$/, ''],
  [
    /could not find|not held/,
    'This browser does not hold it. Open a CAR file that has it, or add the files again.',
  ],
  [/are not served yet|cannot do it yet/, 'Nothing can be done about it here: choose another command.'],
  [/invalid path|invalid cid|encoding not supported|cid too short/, 'Copy the whole CID and paste it again.'],
  [/not pinned/, 'It is unpinned already. Reload the page to see what is here.'],
  [
    /unexpected EOF|invalid car|invalid header/,
    'This is no whole CAR file. Save it again where it came from, then open that.',
  ],
  [/required$/, 'Fill in the field of that name, then run it again.'],
  [/could not convert|invalid|unsupported|expected/i, 'Change the field that it names, then run it again.'],
  [/Access Denied|Forbidden/, 'Only a program with a token for this may run it: use curl with the token.'],
  [/shut down|closed/, 'Reload the page: the node starts again with it.'],
]

/** What went wrong and what to do next, for a visitor. What this page has thrown itself says both already. */
export function nextStep(error: unknown): string {
  if (error instanceof TypeError) return CUT
  if (error instanceof RpcError) return adviceOn(error.message)
  if (error instanceof DOMException) return `${error.message}. ${OTHERWISE}`
  return error instanceof Error ? error.message : String(error)
}

/** The text of a node's error with the next step behind it. */
export function adviceOn(message: string): string {
  const [, step = OTHERWISE] = STEPS.find(([pattern]) => pattern.test(message)) ?? []
  return step === '' ? `${message}.` : `${sentence(message)} ${step}`
}

/** `fetch` and streams break off with a `TypeError`, whose text is the engine's. */
const CUT =
  'The node did not answer to the end, or a file changed while it was read. Reload the page, then try again.'

const OTHERWISE = 'Try again; if that does not help, reload the page.'

/** With its end, for another one to follow. */
export function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
