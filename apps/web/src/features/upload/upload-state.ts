/** One moment of an upload: how much was sent, and when. */
type Mark = { at: number; sentBytes: number }

export type Failure = 'network' | 'server' | 'start'
export type Picked = { name: string; size: number }

export type UploadState =
  | { name: 'choosing' }
  | { name: 'fileTooBig'; file: Picked; limitBytes: number }
  | { name: 'fileEmpty'; file: Picked }
  | { name: 'uploading'; file: Picked; sentBytes: number; marks: readonly Mark[] }
  | { name: 'starting'; file: Picked; scriptId: string }
  | { name: 'processing'; file: Picked; scriptId: string }
  | { name: 'failed'; file: Picked; reason: Failure; scriptId?: string }

export type UploadEvent =
  | { type: 'chosen'; file: Picked; limitBytes: number; at: number }
  | { type: 'progressed'; sentBytes: number; at: number }
  | { type: 'uploaded'; scriptId: string }
  | { type: 'refusedAsTooBig'; limitBytes: number }
  | { type: 'started' }
  | { type: 'failed'; reason: Failure }
  | { type: 'retried'; at: number }
  | { type: 'reset' }

/** Speed is judged by the last seconds, so that it follows the line and does not jump. */
const SPEED_WINDOW_MS = 8000

/** The upload page's course. An event that does not fit the state changes nothing. */
export function nextUpload(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case 'chosen':
      return isBusy(state) ? state : begin(event.file, event.limitBytes, event.at)
    case 'progressed':
      return state.name === 'uploading' ? progress(state, event) : state
    case 'uploaded':
      return state.name === 'uploading' ? { name: 'starting', file: state.file, scriptId: event.scriptId } : state
    case 'refusedAsTooBig':
      return state.name === 'uploading' ? { name: 'fileTooBig', file: state.file, limitBytes: event.limitBytes } : state
    case 'started':
      return state.name === 'starting' ? { ...state, name: 'processing' } : state
    case 'failed':
      return fail(state, event.reason)
    case 'retried':
      return retry(state, event.at)
    case 'reset':
      return { name: 'choosing' }
  }
}

/** While it is true, closing the tab would lose something. */
export function isBusy(state: UploadState): boolean {
  return state.name === 'uploading' || state.name === 'starting'
}

export function uploadPercent({ file, sentBytes }: { file: Picked; sentBytes: number }): number {
  return file.size > 0 ? Math.trunc((sentBytes / file.size) * 100) : 0
}

/** Bytes a second; undefined until there is something to judge by. */
export function uploadSpeed(marks: readonly Mark[]): number | undefined {
  const first = marks[0]
  const last = marks.at(-1)
  if (!first || !last || last.at - first.at < 1000) return undefined
  return ((last.sentBytes - first.sentBytes) / (last.at - first.at)) * 1000
}

/** Seconds left at the present speed. */
export function uploadLeft({ file, sentBytes, marks }: { file: Picked; sentBytes: number; marks: readonly Mark[] }) {
  const speed = uploadSpeed(marks)
  return speed ? (file.size - sentBytes) / speed : undefined
}

function begin(file: Picked, limitBytes: number, at: number): UploadState {
  if (file.size === 0) return { name: 'fileEmpty', file }
  if (file.size > limitBytes) return { name: 'fileTooBig', file, limitBytes }
  return { name: 'uploading', file, sentBytes: 0, marks: [{ at, sentBytes: 0 }] }
}

function progress(state: Extract<UploadState, { name: 'uploading' }>, { at, sentBytes }: Mark): UploadState {
  const recent = state.marks.filter((mark) => at - mark.at <= SPEED_WINDOW_MS)
  return { ...state, sentBytes, marks: [...recent, { at, sentBytes }] }
}

function fail(state: UploadState, reason: Failure): UploadState {
  if (state.name === 'uploading') return { name: 'failed', file: state.file, reason }
  if (state.name === 'starting') return { ...state, name: 'failed', reason }
  return state
}

/** What was uploaded is not uploaded twice: only its start is tried again. */
function retry(state: UploadState, at: number): UploadState {
  if (state.name !== 'failed') return state
  if (state.scriptId) return { name: 'starting', file: state.file, scriptId: state.scriptId }
  return { name: 'uploading', file: state.file, sentBytes: 0, marks: [{ at, sentBytes: 0 }] }
}
