import { plainLine } from './subtitle-words.ts'
import type { Cue } from './subtitles.ts'
import { vttTime } from './timecode.ts'

/** Subtitles as WebVTT; with `nameOf` every cue has a voice tag. */
export function toVtt(cues: readonly Cue[], nameOf?: (speaker: number) => string): string {
  const blocks = cues.map((cue) => `${vttTime(cue.startMs)} --> ${vttTime(cue.endMs)}\n${textOf(cue, nameOf)}\n`)
  return ['WEBVTT\n', ...blocks].join('\n')
}

function textOf(cue: Cue, nameOf: ((speaker: number) => string) | undefined): string {
  const voice = nameOf ? `<v ${escape(plainLine(nameOf(cue.speaker)))}>` : ''
  return voice + cue.lines.map(escape).join('\n')
}

// An arrow would end the cue text, a tag would hide some of it.
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
