/**
 * The free space of the host's storage. Absent on a host whose storage reports no limit. Writes stop before the
 * storage is full, because databases need space even to delete.
 */
export interface Space {
  /** All bytes of the storage, where it has a limit of its own. Absent for a disk, which others use too. */
  readonly totalBytes?: number
  /** Bytes that the storage can still store. `undefined` while they are unknown. */
  freeBytes(): Promise<number | undefined>
  /**
   * Runs a write that stores this many more bytes. Throws `no-space`, without writing, when it would use the
   * reserve.
   */
  grow<T>(sizeBytes: number, write: () => Promise<T>): Promise<T>
  /**
   * Runs a write that does not grow the storage, or grows it by this many bytes before it shrinks. Throws `no-space`,
   * without writing, when even the reserve is used up.
   */
  change<T>(write: () => Promise<T>, sizeBytes?: number): Promise<T>
}
