import { callOn } from '../node/node-client.ts'

/**
 * Calls the node in this browser, whatever node the page shows: an audit proves something only where the auditor is
 * not the audited.
 */
export const browserCall = callOn({ kind: 'browser' })
