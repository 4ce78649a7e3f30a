import { cleanSegments, type View } from '@doslovno/domain/clean-view/clean-words.ts'
import { type Derived, outlineOf } from '@doslovno/domain/export/derived.ts'
import { type ExportedFile, exportTranscript } from '@doslovno/domain/export/export-transcript.ts'
import type { ExportFormat } from '@doslovno/domain/export/formats.ts'
import type { ExportOptions } from '@doslovno/domain/export/plain-text.ts'
import type { Span } from '@doslovno/domain/span.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'

import { russianCleanRules } from '#language/clean-rules.ts'
import { russianLineBreaks } from '#language/line-breaks.ts'
import { sectionTitles, UNCONFIRMED } from '#summaries/summaries.ts'

import { docxLabels, outlineTexts, unheardMarks } from './export.ts'
import { speakerName } from './voices.ts'

/** A finished text as far as a file shows it. */
export type Transcript = {
  fileName: string
  /** Number of speakers. */
  speakers: number
  speakerNames: readonly { speakerId: number; name: string }[]
  unheard?: readonly Span[] | undefined
  script: readonly Segment[]
}

/** `unheard`: whether speech without words is marked; it is unless told otherwise. */
type Choice = ExportOptions & { format: ExportFormat; view?: View; unheard?: boolean }

const labels = { ...outlineTexts, sections: sectionTitles, unconfirmed: UNCONFIRMED }

/** Exports a finished text in the chosen format, for browsers and mails alike. A single speaker needs no name. */
export function transcriptFile(transcript: Transcript, choice: Choice, derived?: Derived): Promise<ExportedFile> {
  const options = { speakers: choice.speakers && transcript.speakers > 1, timecodes: choice.timecodes }
  const nameOf = (speaker: number) => speakerName(transcript, speaker)
  const source = {
    fileName: transcript.fileName,
    unheard: choice.unheard === false ? [] : unheardMarks(transcript.unheard ?? []),
    segments: choice.view === 'clean' ? cleanSegments(transcript.script, russianCleanRules) : transcript.script,
    outline: derived && outlineOf(derived, { ...options, nameOf, labels }),
    nameOf,
    rules: russianLineBreaks,
    labels: docxLabels,
  }
  return exportTranscript(choice.format, source, options)
}
