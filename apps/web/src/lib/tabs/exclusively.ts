/** Runs the work in one tab at a time. Web Locks need a secure context; without them a tab cares for itself only. */
export async function exclusively<T>(lock: string, work: () => Promise<T>): Promise<T> {
  // The types promise `locks` everywhere; browsers have it in secure contexts only.
  const locks = navigator.locks as LockManager | undefined
  return locks ? await locks.request(lock, work) : await work()
}
