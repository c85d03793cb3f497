import { preference } from './preferences.ts'

/** Options with which this page adds content, as the visitor has chosen. Absent ones are the node's. */
export function addingOptions(): { readonly 'cid-version'?: number; readonly 'raw-leaves'?: boolean } {
  const [version, leaves] = [preference('cidVersion'), preference('rawLeaves')]
  return {
    ...(version !== 'node' && { 'cid-version': Number(version) }),
    ...(leaves !== 'node' && { 'raw-leaves': leaves === 'true' }),
  }
}
