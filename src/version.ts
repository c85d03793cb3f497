/** The version of this software. A test checks that it equals the one in `package.json`. */
export const TIDEPOOL_VERSION = '0.1.0'

/** The version that `/version` reports. Clients of the API branch on its first part. */
export const RPC_VERSION = `0.43.0-tidepool.${TIDEPOOL_VERSION}`

/** The agent version that this node sends to peers. */
export const AGENT_VERSION = `tidepool/${TIDEPOOL_VERSION}`

/** The repository version that clients of the API expect. Our layout is another one, and reports this version. */
export const REPO_VERSION = '11'
export const FS_REPO_VERSION = `fs-repo@${REPO_VERSION}`
