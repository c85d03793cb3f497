/** The process that runs a node, on a host where it serves that node alone. */
export interface HostProcess {
  /** Ends the process soon, after what is being answered. */
  end(): Promise<void>
}
