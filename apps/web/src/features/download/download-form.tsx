import type { Script } from '@doslovno/contract/scripts.ts'
import { type View, views } from '@doslovno/domain/clean-view/clean-words.ts'
import { type ExportFormat, exportFormats } from '@doslovno/domain/export/formats.ts'
import { downloadTexts } from '@doslovno/texts/download.ts'
import { Checkbox, SegmentedControl } from '@mantine/core'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { saveFile } from '#lib/download/save-file.ts'
import { hasCleanView } from '#lib/file-page/text-view.ts'
import { chaptersQuery, summaryQuery } from '#lib/queries/summaries.ts'

import { type Choice, isSubtitles, lastChoice } from './choice.ts'
import { SaveButton } from './download-popover.tsx'

import classes from './download.module.css'

const types = exportFormats.map((format) => ({ value: format, label: downloadTexts.types[format] }))

const viewChoices = views.map((view) => ({ value: view, label: downloadTexts.views[view] }))

/** `read`: the view in which the text is read; a clean one is preselected. */
type Props = { script: Script; read?: View }

/** Chooses the format and the options of a download. */
export function DownloadForm({ script, read }: Props) {
  const [choice, change] = useChoice(read)
  const queries = useQueryClient()
  const save = useMutation({ mutationFn: () => download(script, choice, queries) })
  return (
    <>
      <ChoiceFields choice={choice} onChange={change} hasViews={hasCleanView(script)} hasNames={script.speakers > 1} />
      {script.unheard && (
        <Checkbox
          label={downloadTexts.unheard}
          description={isSubtitles(choice.format) && downloadTexts.unheardNever}
          disabled={isSubtitles(choice.format)}
          checked={!isSubtitles(choice.format) && choice.unheard}
          onChange={({ currentTarget }) => change({ unheard: currentTarget.checked })}
        />
      )}
      <SaveButton save={save}>{downloadTexts.save(downloadTexts.types[choice.format])}</SaveButton>
    </>
  )
}

/** The last choice of this browser, and how to change it. `read` is the view in which the text is read. */
export function useChoice(read: View = 'verbatim') {
  const [choice, setChoice] = useState(() => startingChoice(lastChoice.recall(), read))
  const change = (changed: Partial<Choice>) => {
    const next = { ...choice, ...changed }
    setChoice(next)
    lastChoice.remember(next)
  }
  return [choice, change] as const
}

type FieldsProps = {
  choice: Choice
  onChange: (changed: Partial<Choice>) => void
  hasViews: boolean
  /** More than one speaker. */
  hasNames: boolean
}

export function ChoiceFields({ choice, onChange: change, hasViews, hasNames }: FieldsProps) {
  const hasTimes = isSubtitles(choice.format)
  return (
    <>
      <SegmentedControl<ExportFormat>
        fullWidth
        data={types}
        value={choice.format}
        onChange={(format) => change({ format })}
        aria-label={downloadTexts.type}
      />
      {hasViews && <ViewChoice view={choice.view} onChange={(view) => change({ view })} />}
      {hasNames && (
        <Checkbox
          label={downloadTexts.speakers}
          checked={choice.speakers}
          onChange={({ currentTarget }) => change({ speakers: currentTarget.checked })}
        />
      )}
      <Checkbox
        label={downloadTexts.timecodes}
        description={hasTimes && downloadTexts.timesAlways}
        disabled={hasTimes}
        checked={hasTimes || choice.timecodes}
        onChange={({ currentTarget }) => change({ timecodes: currentTarget.checked })}
      />
      <Checkbox
        label={downloadTexts.outline}
        description={hasTimes && downloadTexts.outlineNever}
        disabled={hasTimes}
        checked={!hasTimes && choice.outline}
        onChange={({ currentTarget }) => change({ outline: currentTarget.checked })}
      />
    </>
  )
}

/** Every word, or only what is worth reading. */
function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <div>
      <SegmentedControl<View>
        fullWidth
        data={viewChoices}
        value={view}
        onChange={onChange}
        aria-label={downloadTexts.view}
      />
      {view === 'clean' && <p className={classes.hint}>{downloadTexts.cleanHint}</p>}
    </div>
  )
}

/** A clean text is downloaded clean, whatever was chosen the last time. */
function startingChoice(choice: Choice, read: View): Choice {
  return read === 'clean' ? { ...choice, view: read } : choice
}

/** Loads the writers on demand: a page without a download does not pay for them. */
async function download(script: Script, choice: Choice, queries: QueryClient): Promise<void> {
  const { transcriptFile } = await import('@doslovno/texts/transcript-file.ts')
  const hasOutline = choice.outline && !isSubtitles(choice.format)
  const asked = { ...choice, view: hasCleanView(script) ? choice.view : 'verbatim' } as const
  saveFile(await transcriptFile(script, asked, hasOutline ? await loadDerived(queries, script.id) : undefined))
}

async function loadDerived(queries: QueryClient, id: string) {
  const [summary, chapters] = await Promise.all([
    queries.fetchQuery(summaryQuery(id, 'summary')),
    queries.fetchQuery(chaptersQuery(id)),
  ])
  return { statements: summary.statements, chapters: chapters.data }
}
