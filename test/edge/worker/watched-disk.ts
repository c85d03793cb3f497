export type DiskCall = 'HEAD' | 'GET' | 'PUT' | 'DELETE'

export interface WatchedDiskOptions {
  /** Runs before and after each call, which waits for it; what it throws is what the caller sees. */
  at?(call: DiskCall, when: 'before' | 'after'): void
}

/** A view of a folder of the disk that writes down its calls, by their order. */
export function watchedDisk(
  disk: Fetcher,
  { at }: WatchedDiskOptions = {},
): { readonly disk: Fetcher; readonly calls: readonly DiskCall[] } {
  const calls: DiskCall[] = []
  const fetch = async (url: string, init?: RequestInit) => {
    const call = (init?.method ?? 'GET') as DiskCall
    calls.push(call)
    at?.(call, 'before')
    const response = await disk.fetch(url, init)
    at?.(call, 'after')
    return response
  }
  return {
    disk: new Proxy(disk, { get: (held, name) => (name === 'fetch' ? fetch : Reflect.get(held, name)) }),
    calls,
  }
}
