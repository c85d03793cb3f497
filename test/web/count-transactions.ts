/** Runs a task and counts the transactions that this process opens meanwhile, in all its databases. */
export async function countTransactions<T>(
  task: () => Promise<T>,
): Promise<{ readonly result: T; readonly transactions: number }> {
  const { transaction: open } = IDBDatabase.prototype
  let transactions = 0
  IDBDatabase.prototype.transaction = function (...options) {
    transactions += 1
    return open.apply(this, options)
  }
  try {
    const result = await task()
    return { result, transactions }
  } finally {
    IDBDatabase.prototype.transaction = open
  }
}
