import type { Span } from '#span.ts'

/** Diarising takes memory in proportion to its input, so a window has at most ten minutes. */
const LONGEST_SECONDS = 600
const LONGEST_CHUNK_SECONDS = 60

/** Joins chunks, which end at quiet moments, into windows of similar length. */
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
