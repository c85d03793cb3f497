/** Why small calls are slower than those of the native server. */
export const SMALL_CALL =
  'a request passes two isolates on one thread, as that of a bare object does, and the work of a call costs about as much again; the native server answers on two threads'

/** Why one small call in a hundred is slow. */
export const COLLECTION =
  'a major collection frees the objects that the runtime has made for thousands of calls at once, while all wait for 25 to 150 ms; with a bare object as well'

/** Why many small calls in flight take much memory. */
export const KEPT_CALLS =
  'the runtime keeps 16 to 22 KB for each finished call until its next major collection, about once a second, and its allocator keeps the largest amount so far; a bare object keeps 12 KB'

/** Why large amounts may be stored or read more slowly than by the native server, which takes more processor time for them. */
export const ONE_THREAD =
  'one thread of the runtime does all the work; the native server takes more processor time, on two'
