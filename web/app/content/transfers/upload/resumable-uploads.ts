import type { NodeName } from '../../../../host/node-choice.ts'
import { remembered } from '../../../remembered.ts'

/** What a server lacks of content that this browser's node holds, so that a reload does not end the upload. */
export interface ResumableUpload {
  readonly id: string
  readonly node: NodeName
  /** For the visitor. */
  readonly name: string
  readonly root: string
  readonly bytesTotal: number
  /** What the server has stored, as bytes of a CAR. */
  readonly sentBytes: number
  /** Where the server places the items of the root. Absent for content that it only pins. */
  readonly into?: UploadDestination
}

export interface UploadDestination {
  readonly folder: string
  /** The server had the root pinned before. */
  readonly isPinned: boolean
  /** An earlier attempt may have placed some of the items. */
  readonly isBegun: boolean
}

/** More than anybody leaves unfinished. The content of older ones stays in the browser's files. */
const MAX_UNFINISHED = 100

/** Unfinished uploads by their ids. In a module of its own, which the page loads before it has any. */
export const resumableUploads = remembered<ResumableUpload>('uploads', MAX_UNFINISHED)
