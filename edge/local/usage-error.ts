/** A call of the command line that cannot be understood. Ends the program with exit code 2. */
export class UsageError extends Error {}
