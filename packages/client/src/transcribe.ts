import type { Calls, ProcessState, Script } from './api.ts'
import { pause } from './call.ts'
import { DoslovnoError } from './error.ts'
import type { Methods } from './methods.ts'
import type { WaitOptions } from './progress.ts'
import { uploadFile } from './upload.ts'

export type TranscribeOptions = WaitOptions &
  Partial<Calls['processScript']['body']> & {
    /** The name of the file, if the blob has none. */
    fileName?: string
  }

type Task = { source: Blob | URL | string; fetch: typeof fetch; options: TranscribeOptions }

/** Uploads a recording or takes it from a link, has it processed and returns its text. */
export async function transcribe(client: Methods, { source, fetch, options }: Task): Promise<Script> {
  const { signal, onProgress, fileName, ...choices } = options
  const id =
    source instanceof Blob
      ? await uploadFile(client, source, { fileName, fetch, signal, onProgress })
      : await download(client, String(source), { signal, onProgress })
  await client.processScript({ id, ...choices }, { signal })
  return waitFor(client, id, { signal, onProgress })
}

/** Waits until a file that is being processed has its text. */
export async function waitFor(client: Methods, scriptId: string, options: WaitOptions): Promise<Script> {
  const state = await poll(() => client.getScriptStatus({ id: scriptId }, options), options)
  if (state.status === 'uploaded') throw failure('notStarted', 'Processing was not started')
  return client.getScript({ id: scriptId }, { signal: options.signal })
}

async function download(client: Methods, url: string, options: WaitOptions): Promise<string> {
  const { processId } = await client.uploadByLink({ url }, options)
  const { scriptId } = await poll(() => client.getProcess({ processId }, options), options)
  if (!scriptId) throw failure('unexpected', 'The download has no file')
  return scriptId
}

type State = Omit<ProcessState, 'status'> & { status: string }

const SHORTEST_MS = 1000
const LONGEST_MS = 10_000

/** Asks, at first often, until the state is final; throws why it failed. */
async function poll<S extends State>(ask: () => Promise<S>, { signal, onProgress }: WaitOptions): Promise<S> {
  for (let waitMs = SHORTEST_MS; ; waitMs = Math.min(waitMs * 1.3, LONGEST_MS)) {
    const state = await ask()
    const { status, stage, progress, etaSeconds } = state
    onProgress?.({ stage, progress, etaSeconds })
    if (status === 'error' || status === 'notEnoughMinutes') throw failureOf(state)
    if (status !== 'processing' && status !== 'process') return state
    await pause(waitMs, signal)
  }
}

function failureOf({ status, errorCode, error }: State): DoslovnoError {
  const code = errorCode ?? (status === 'notEnoughMinutes' ? status : 'processingFailed')
  return failure(code, typeof error === 'string' ? error : 'Processing failed')
}

/** A call succeeded, and what it tells is a failure: hence the status of a success. */
function failure(code: string, message: string): DoslovnoError {
  return new DoslovnoError({ status: 200, code, message })
}
