/**
 * The room that the host's storage has left. Absent on a host whose storage has no bound that it could tell. Writes
 * stop before the storage is full, because a full one cannot even remove: databases write before they delete.
 */
export interface Space {
  /**
   * Runs a write that stores so many more bytes. Throws `no-space`, and writes nothing, when the write would use the
   * reserve up.
   */
  grow<T>(sizeBytes: number, write: () => Promise<T>): Promise<T>
  /** Runs a write that makes the storage no larger. Throws `no-space`, and writes nothing, when the reserve is used up too. */
  change<T>(write: () => Promise<T>): Promise<T>
}
