import { watchServer } from './badge.ts'
import { startNavigation } from './navigation.ts'
import { nodeInControl } from './node-control.ts'
import { showProblem } from './problem.ts'

startNavigation()
nodeInControl().then(watchServer, showProblem)
