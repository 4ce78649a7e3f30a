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
