import { exitWith } from './exit-with.ts'
import { runSecretCommand } from './secret-command.ts'
import { TOKEN_COMMAND } from './token-command.ts'

await runSecretCommand(TOKEN_COMMAND, {
  call: 'npm run token --',
  start: 'npm start',
  words: process.argv.slice(2),
}).catch(exitWith)
