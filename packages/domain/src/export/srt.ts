import type { Cue } from './subtitles.ts'
import { srtTime } from './timecode.ts'

/** Subtitles as SubRip; speakers are named in their lines, for the format knows none. */
export function toSrt(cues: readonly Cue[]): string {
  return cues
    .map((cue, index) => {
      const times = `${srtTime(cue.startMs)} --> ${srtTime(cue.endMs)}`
      return `${index + 1}\n${times}\n${cue.lines.map(harmless).join('\n')}\n`
    })
    .join('\n')
}

// The format cannot escape: players would read tags and braces as styles and an arrow as a time.
function harmless(line: string): string {
  return line.replaceAll('-->', '→').replaceAll('<', '‹').replaceAll('>', '›').replaceAll('{', '(').replaceAll('}', ')')
}
