import { watchServer } from './badge.ts'
import { startNavigation } from './navigation.ts'
import { watchVersion } from './new-version.ts'
import { nodeInControl } from './node-control.ts'
import { showProblem } from './problem.ts'
import { followTheme } from './theme.ts'

followTheme()
startNavigation()
watchVersion()
nodeInControl().then(watchServer, showProblem)
