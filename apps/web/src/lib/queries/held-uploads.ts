const PREFIX = 'doslovno.upload.'

/** Holds a lock that tells other tabs that this one works on an upload. */
export function holdUpload(id: string, work: Promise<unknown>) {
  void locks()?.request(PREFIX + id, () => work)
}

/** Uploads that some tab works on. */
export async function heldUploads(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : [])))
}

/** The types promise locks everywhere; browsers have them in secure contexts only. */
function locks(): LockManager | undefined {
  return navigator.locks as LockManager | undefined
}
