/** Why small calls are slower than those of the native server. */
export const SMALL_CALL =
  'a request passes two isolates on one thread, as that of a bare object does; the native server answers on two'
