/** Where Node keeps what `fetch` sends by. No module of Node exports it, and it is there from the first call on. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

const LONGEST_IDLE = { keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 }

// The runtime closes a connection that was idle for five seconds, even if a request has just come, which then fails
// with "other side closed". Node's own limit of four seconds is late in a process that has much to do.
await fetch('data:,')
const Dispatcher: new (limits: typeof LONGEST_IDLE) => object = Reflect.get(
  globalThis,
  DISPATCHER,
).constructor
Reflect.set(globalThis, DISPATCHER, new Dispatcher(LONGEST_IDLE))

export {}
