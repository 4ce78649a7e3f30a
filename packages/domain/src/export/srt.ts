import type { Cue } from './subtitles.ts'
import { srtTime } from './timecode.ts'

/** Subtitles as SubRip. The format has no speakers, so cues carry them in their lines. */
export function toSrt(cues: readonly Cue[]): string {
  return cues
    .map((cue, index) => {
      const times = `${srtTime(cue.startMs)} --> ${srtTime(cue.endMs)}`
      return `${index + 1}\n${times}\n${cue.lines.map(sanitise).join('\n')}\n`
    })
    .join('\n')
}

// SubRip has no escapes: players read tags and braces as styles, and an arrow as a time.
function sanitise(line: string): string {
  return line.replaceAll('-->', '→').replaceAll('<', '‹').replaceAll('>', '›').replaceAll('{', '(').replaceAll('}', ')')
}
