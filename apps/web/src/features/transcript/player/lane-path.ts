import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'

/** Width of the drawing in units of its view box. */
export const LANE_WIDTH = 1000
/** Narrower strokes are invisible. */
const NARROWEST = 1

/** The speaker's turns along the recording, as horizontal strokes of one SVG path. */
export function lanePath(paragraphs: readonly Paragraph[], speaker: number, durationSeconds: number): string {
  const unit = LANE_WIDTH / Math.max(durationSeconds, 0.001)
  return paragraphs
    .filter((paragraph) => paragraph.speaker === speaker)
    .map(({ start, end }) => `M${(start * unit).toFixed(1)} 0h${Math.max(NARROWEST, (end - start) * unit).toFixed(1)}`)
    .join('')
}
