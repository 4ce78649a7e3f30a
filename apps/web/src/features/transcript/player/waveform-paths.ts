import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'

/** Pixels from one bar to the next. */
export const BAR_STEP = 3.5
const BAR_WIDTH = 2
const LOUDEST = 100

/** Rounded vertical strokes as one SVG path, each as high as the loudest of its peaks (0–100). */
export function barsPath(peaks: readonly number[], bars: number, height: number): string {
  return Array.from({ length: Math.max(0, bars) }, (_, bar) => {
    const loudness = loudestOf(peaks, bar, bars) / LOUDEST
    const half = Math.max(0.5, (loudness * (height - BAR_WIDTH)) / 2)
    const x = bar * BAR_STEP + BAR_WIDTH / 2
    return `M${x.toFixed(1)} ${(height / 2 - half).toFixed(1)}v${(half * 2).toFixed(1)}`
  }).join('')
}

function loudestOf(peaks: readonly number[], bar: number, bars: number): number {
  const from = Math.floor((bar * peaks.length) / bars)
  const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars))
  return Math.max(0, ...peaks.slice(from, to))
}

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
