/** A host with a node on its own storage, which does what the `perform` of a section knows. */
export interface RunningHost {
  ask(path: string): Promise<Told>
  /** Reads an answer of the node's routes to its end; absent where the host has none. */
  readonly get?: (path: string) => Promise<void>
  /** Of the process that the node is in, garbage included. */
  residentBytes(): number
  /** Ends it; its storage stays in the folder. */
  stop(): Promise<void>
}

/** Starts a host on the storage of a folder. */
export type StartHost = (folder: string) => Promise<RunningHost>

export interface Told {
  /** Milliseconds that each time took. */
  readonly runs: readonly number[]
  readonly storedBytes: number
}

export function readTold(answer: unknown): Told {
  const held = typeof answer === 'object' && answer !== null ? answer : {}
  const runs: unknown = Reflect.get(held, 'runs')
  return {
    runs: Array.isArray(runs) ? runs.map(Number) : [],
    storedBytes: Number(Reflect.get(held, 'storedBytes')),
  }
}
