import { CALENDAR_USER_COMMAND } from '../calendar-user-command.ts'
import type { OwnCommand } from '../own-command.ts'
import { ownArgument } from '../own-command.ts'
import type { SecretCommand } from '../secret-command.ts'
import { START_COMMAND } from '../start-command.ts'
import { TOKEN_COMMAND } from '../token-command.ts'
import { ADD_COMMAND } from './add-files.ts'
import { COMPLETION_COMMAND } from './completion-script.ts'
import type { AdaptedCommand } from './describe-command.ts'
import { GET_COMMAND } from './get-files.ts'
import { BACKUP_COMMAND, RESTORE_COMMAND } from './move-node.ts'

const CAT_COMMAND: AdaptedCommand = {
  about: 'Print files',
  args: [
    ownArgument('ipfs-path', 'CIDs or paths of the files, printed one after the other', { isVariadic: true }),
  ],
  options: [],
  abouts: { progress: '' },
}

const LS_COMMAND: AdaptedCommand = {
  about: 'List folders',
  args: [ownArgument('ipfs-path', 'CIDs or paths of the folders', { isVariadic: true })],
  options: [],
  abouts: {
    headers: 'Print headings above the columns',
    'resolve-type': 'Find out the types of the entries',
    size: 'Find out the sizes of files',
    stream: 'Print entries as they are found',
  },
}

/** Commands of the API with texts of the command line. */
export const ADAPTED: Readonly<Record<string, AdaptedCommand>> = {
  add: ADD_COMMAND,
  get: GET_COMMAND,
  cat: CAT_COMMAND,
  ls: LS_COMMAND,
}

/** Commands that make a secret. */
export const SECRET_COMMANDS: ReadonlyMap<string, SecretCommand> = new Map([
  ['token', TOKEN_COMMAND],
  ['calendar-user', CALENDAR_USER_COMMAND],
])

/** Commands that the API does not have. */
export const LOCAL_COMMANDS: Readonly<Record<string, OwnCommand>> = {
  start: START_COMMAND,
  ...Object.fromEntries(SECRET_COMMANDS),
  backup: BACKUP_COMMAND,
  restore: RESTORE_COMMAND,
  completion: COMPLETION_COMMAND,
}

/** The groups of commands of the API, with what they are. */
export const GROUPS: Readonly<Record<string, string>> = {
  pin: 'Keep content: pin add, pin ls, pin rm …',
  call: 'Call any command of the API',
}

/** The commands of the API that are called by their own words. */
export const DIRECT: readonly string[] = [...Object.keys(ADAPTED), 'pin']
