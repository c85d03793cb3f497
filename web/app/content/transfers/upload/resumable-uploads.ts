import type { NodeName } from '../../../../host/node-choice.ts'
import { remembered } from '../../../remembered.ts'

/** Uploads of content that this browser holds, which continue after a reload. */
export interface ResumableUpload {
  readonly id: string
  readonly node: NodeName
  /** For the visitor. */
  readonly name: string
  readonly root: string
  readonly bytesTotal: number
  /** The bytes of the CAR that the server has stored. */
  readonly sentBytes: number
  /** Where the server places the files, of which the browser has a copy. Absent for content of the browser's node, which the server pins. */
  readonly into?: UploadDestination
}

export interface UploadDestination {
  readonly folder: string
  /** An earlier attempt may have placed some of the items. */
  readonly isBegun: boolean
}

/** More than a visitor leaves unfinished. The copies of older ones stay in the browser. */
const MAX_UNFINISHED = 100

/** Unfinished uploads by their ids. In a module of its own, which the page loads before it has any. */
export const resumableUploads = remembered<ResumableUpload>('uploads', MAX_UNFINISHED)

/** The ids of uploads whose files this browser copies, from before the copy is made until it is removed. */
export const stagedUploads = remembered<true>('upload-copies', MAX_UNFINISHED)
