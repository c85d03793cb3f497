import { CALENDAR_USER_COMMAND } from './calendar-user-command.ts'
import { exitWith } from './exit-with.ts'
import { runSecretCommand } from './secret-command.ts'

await runSecretCommand(CALENDAR_USER_COMMAND, {
  call: 'npm run calendar-user --',
  start: 'npm start',
  words: process.argv.slice(2),
}).catch(exitWith)
