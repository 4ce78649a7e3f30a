import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'

/** Units the whole recording is wide in the drawing. */
export const LANE_WIDTH = 1000
/** Nobody sees less. */
const NARROWEST = 1

/** Where somebody talks along the recording, as horizontal strokes of one SVG path. */
export function lanePath(paragraphs: readonly Paragraph[], speaker: number, durationSeconds: number): string {
  const unit = LANE_WIDTH / Math.max(durationSeconds, 0.001)
  return paragraphs
    .filter((paragraph) => paragraph.speaker === speaker)
    .map(({ start, end }) => `M${(start * unit).toFixed(1)} 0h${Math.max(NARROWEST, (end - start) * unit).toFixed(1)}`)
    .join('')
}
