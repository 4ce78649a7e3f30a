const PREFIX = 'doslovno.upload.'

/** Tells all tabs that this one is at work on an upload, until the work ends. */
export function holdUpload(id: string, work: Promise<unknown>) {
  void locks()?.request(PREFIX + id, () => work)
}

/** The uploads that some tab is at work on. */
export async function heldUploads(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : [])))
}

/** The types promise locks everywhere; browsers give them to secure contexts only. */
function locks(): LockManager | undefined {
  return navigator.locks as LockManager | undefined
}
