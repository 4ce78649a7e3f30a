import type { Span } from '#media/pieces.ts'

/** Telling speakers apart needs memory for all it hears at once: a window has ten minutes at most. */
const LONGEST_SECONDS = 600
const LONGEST_CHUNK_SECONDS = 60

/** Joins chunks, which end where it is quiet, into windows of about equal length. */
export function toWindows(chunks: readonly Span[]): Span[] {
  const start = chunks[0]?.start ?? 0
  const total = (chunks.at(-1)?.end ?? 0) - start
  const count = total <= LONGEST_SECONDS ? 1 : Math.ceil(total / (LONGEST_SECONDS - LONGEST_CHUNK_SECONDS))
  const windows: Span[] = []
  for (const chunk of chunks) {
    const last = windows.at(-1)
    const isFull = last && last.end >= start + (windows.length * total) / count
    if (last && !isFull) last.end = chunk.end
    else windows.push({ start: chunk.start, end: chunk.end })
  }
  return windows
}
