import type { Script } from '@doslovno/contract/scripts.ts'
import { type ExportedFile, exportTranscript } from '@doslovno/domain/export/export-transcript.ts'
import { timecode } from '@doslovno/domain/export/timecode.ts'
import { docxLabels, unheardNote } from '@doslovno/texts/export.ts'
import { russianLineBreaks } from '@doslovno/texts/language/line-breaks.ts'

import { speakerName } from '#lib/format/speaker-name.ts'

import type { Choice } from './choice.ts'
import { type Derived, outlineOf } from './outline.ts'

/** Exports a finished file in the chosen format. A single speaker needs no name. */
export function makeFile(script: Script, choice: Omit<Choice, 'outline'>, derived?: Derived): Promise<ExportedFile> {
  const options = { speakers: choice.speakers && script.speakers > 1, timecodes: choice.timecodes }
  const nameOf = (speaker: number) => speakerName(script, speaker)
  const source = {
    fileName: script.fileName,
    note: noteOf(script),
    segments: script.script,
    outline: derived && outlineOf(derived, nameOf, options),
    nameOf,
    rules: russianLineBreaks,
    labels: docxLabels,
  }
  return exportTranscript(choice.format, source, options)
}

/** A reader of the exported file cannot see the page's warning, so the file carries it. */
function noteOf({ unheard }: Script): string | undefined {
  return unheard && unheardNote(unheard.map(({ start, end }) => `${timecode(start)}–${timecode(end)}`).join(', '))
}
