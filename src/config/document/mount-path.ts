/** Up to eight segments of characters that no URL encodes. */
const MOUNT_PATH = /^(\/[A-Za-z0-9._~-]{1,64}){1,8}$/

/** True for an absolute path without `.`, `..`, encoded characters or a slash at its end, such as `/content`. */
export function isMountPath(path: string): boolean {
  return MOUNT_PATH.test(path) && !path.split('/').some((name) => name === '.' || name === '..')
}
