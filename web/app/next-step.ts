import { RpcError } from '../../src/rpc/client.ts'

/** Advice for errors of the node, by patterns of their messages. The first match applies. */
const STEPS: readonly (readonly [RegExp, string])[] = [
  [/no space left/, 'Remove what you do not need, press “Free space”, then try again.'],
  [/then try again$|reload the page$|for this address$/, ''],
  [
    /could not find|not held/,
    'This browser does not have it. Open a CAR file that has it, or add the files again.',
  ],
  [/run in online mode/, 'Connect the node in the view “Peers”, or choose another command.'],
  [/are not served yet|cannot do it yet/, 'This cannot be fixed here. Choose another command.'],
  [/invalid path|invalid cid|encoding not supported|cid too short/, 'Copy the whole CID and paste it again.'],
  [
    /file does not exist|no link named/,
    'It may have been moved or removed. Open the folder above it, and look there.',
  ],
  [/already has entry|file already exists/, 'Choose another name.'],
  [
    /valid UnixFS/,
    'This is data and not a file or folder, so it can only be pinned. Save it as CAR to take it elsewhere.',
  ],
  [/not pinned/, 'It is unpinned already. Reload the page to see what is here.'],
  [
    /unexpected EOF|invalid car|invalid header/,
    'This CAR file is incomplete or invalid. Save it again at its source, then open that file.',
  ],
  [/required$/, 'Fill in the field with that name, then run it again.'],
  [/could not convert|invalid|unsupported|expected/i, 'Change the field that it names, then run it again.'],
  [/Access Denied/, 'It requires a token: choose “Access to this node…” at the top of the page.'],
  [/Forbidden/, 'Pages may not run it. Use curl with a token that names it.'],
  [/shut down|closed/, 'Reload the page: the node starts again with it.'],
]

/** Says what went wrong and what to do next. Errors of the page itself already say both. */
export function nextStep(error: unknown): string {
  if (error instanceof TypeError) return CUT
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
const CUT =
  'The node did not answer to the end, or a file changed while it was read. Reload the page, then try again.'

const OTHERWISE = 'Try again; if that does not help, reload the page.'

/** Adds a full stop unless there is one, so that another sentence can follow. */
export function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
