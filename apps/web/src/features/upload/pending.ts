/** What was chosen on another page and is handed over to the upload page. */
export type Pending = { type: 'file'; file: File } | { type: 'url'; url: string }

let entries: readonly Pending[] = []

export function leavePending(next: readonly Pending[]) {
  entries = next
}

export function leavePendingFiles(files: readonly File[]) {
  leavePending(files.map((file) => ({ type: 'file', file })))
}

/** Reads what was handed over; whoever asks next finds nothing. */
export function takePending(): readonly Pending[] {
  const taken = entries
  entries = []
  return taken
}
