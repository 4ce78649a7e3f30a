import { pause } from '#lib/pause.ts'

/** How far ahead of the first element the second one waits: enough to load. */
const LEAD_SECONDS = 1.5
const ATTEMPTS = 3
/** A larger offset is audible; a busy machine starts the second element late. */
const TOGETHER_SECONDS = 0.25
const LOAD_MS = 10_000

/**
 * Continues playback on a second element with a new address: it waits ahead, loaded, and starts exactly when the
 * first one gets there, inaudibly. Returns false if it could not; the first one then plays on.
 */
export async function handOver(from: HTMLMediaElement, to: HTMLMediaElement, signal: AbortSignal): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS && !signal.aborted; attempt++) {
    const meeting = from.currentTime + LEAD_SECONDS * from.playbackRate
    to.currentTime = meeting
    if (!(await isLoaded(to, signal))) return false
    const leftMs = ((meeting - from.currentTime) / from.playbackRate) * 1000
    // Loading took too long: the first element has passed the meeting point.
    if (leftMs < 0) continue
    await pause(leftMs, signal)
    if (signal.aborted || !(await starts(to))) return false
    const isTogether = Math.abs(to.currentTime - from.currentTime) <= TOGETHER_SECONDS * from.playbackRate
    if (isTogether || attempt === ATTEMPTS - 1) return !signal.aborted
    to.pause()
  }
  return false
}

const starts = (media: HTMLMediaElement) =>
  media.play().then(
    () => true,
    () => false,
  )

/** Whether it can play from its position; false after an error or a timeout. */
function isLoaded(media: HTMLMediaElement, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const done = new AbortController()
  const listen = (type: string, listener: () => void) => media.addEventListener(type, listener, { signal: done.signal })
  const check = () => {
    if (!media.seeking && media.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) resolve(true)
  }
  for (const type of ['canplay', 'seeked']) listen(type, check)
  listen('error', () => resolve(false))
  AbortSignal.any([signal, AbortSignal.timeout(LOAD_MS)]).addEventListener('abort', () => resolve(false), {
    signal: done.signal,
  })
  check()
  return promise.finally(() => done.abort())
}
