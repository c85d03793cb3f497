import { commandHelp } from './command-help.ts'
import { exitWith } from './exit-with.ts'
import { launch } from './launch.ts'
import { readStartWords, START_COMMAND } from './start-command.ts'

try {
  const words = readStartWords(process.argv.slice(2))
  if (words.isHelpAsked) process.stdout.write(commandHelp('npm start --', START_COMMAND))
  else await launch(words)
} catch (error) {
  exitWith(error)
}
