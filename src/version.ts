/** The version of this software, as in `package.json`; a test holds them equal. */
export const TIDEPOOL_VERSION = '0.1.0'

/** What `/version` answers: clients of the API branch on the first part. */
export const RPC_VERSION = `0.43.0-tidepool.${TIDEPOOL_VERSION}`

/** How this node introduces itself to peers. */
export const AGENT_VERSION = `tidepool/${TIDEPOOL_VERSION}`

/** The layout of repositories that clients of the API know; ours is another, and answers as this one. */
export const REPO_VERSION = '11'
export const FS_REPO_VERSION = `fs-repo@${REPO_VERSION}`
