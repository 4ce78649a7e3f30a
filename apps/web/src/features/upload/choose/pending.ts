/** Files and links chosen on another page, for the upload page. */
export type Pending = { type: 'file'; file: File } | { type: 'url'; url: string }

let entries: readonly Pending[] = []

export function leavePending(next: readonly Pending[]) {
  entries = next
}

export function leavePendingFiles(files: readonly File[]) {
  leavePending(files.map((file) => ({ type: 'file', file })))
}

/** Returns and clears the pending entries. */
export function takePending(): readonly Pending[] {
  const taken = entries
  entries = []
  return taken
}
