import type { Reply } from '@doslovno/contract/endpoint.ts'
import { importTerms, type ImportLine } from '@doslovno/contract/vocabulary.ts'
import { vocabularyImportTexts as texts, vocabularyImportTexts } from '@doslovno/texts/vocabulary/terms.ts'
import { Modal, Button, Textarea, ScrollArea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState, useEffect, useRef } from 'react'

import { call } from '#lib/api/current.ts'
import { VOCABULARY_KEY } from '#lib/queries/vocabulary.ts'
import { showToast } from '#ui/toast.ts'

import { readText } from './read-text.ts'

import classes from '#features/vocabulary/vocabulary.module.css'

type Props = { vocabularyId: string; opened: boolean; initialText?: string | undefined; onClose: () => void }

export function ImportDialog({ vocabularyId, opened, initialText, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.title}
      size={560}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <ImportForm vocabularyId={vocabularyId} initialText={initialText} onClose={onClose} />
    </Modal>
  )
}

const MOST_CHARACTERS = 400_000

type ImportFormProps = { vocabularyId: string; initialText?: string | undefined; onClose: () => void }

/** Takes terms from a text or a file, after showing what would become of them. */
function ImportForm({ vocabularyId, initialText = '', onClose }: ImportFormProps) {
  const [text, setText] = useState(initialText)
  const queries = useQueryClient()
  const check = useMutation({
    mutationFn: () => call(importTerms, { body: { vocabularyId, text, isPreview: true } }),
  })
  const add = useMutation({
    mutationFn: () => call(importTerms, { body: { vocabularyId, text } }),
    onSuccess: async ({ added }) => {
      showToast(texts.done(added), 3000)
      onClose()
      await queries.invalidateQueries({ queryKey: VOCABULARY_KEY })
    },
  })
  if (check.data)
    return (
      <ImportPreview
        preview={check.data}
        isAdding={add.isPending}
        hasFailed={add.isError}
        onBack={() => check.reset()}
        onConfirm={() => add.mutate()}
      />
    )
  const isTooLong = text.length > MOST_CHARACTERS
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text.trim() && !isTooLong) check.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea
        data-autofocus
        label={texts.label}
        description={texts.hint}
        placeholder={texts.example}
        rows={8}
        value={text}
        error={isTooLong && texts.tooLong}
        spellCheck={false}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {check.isError && (
        <p className={classes.problem} role="alert">
          {texts.failed}
        </p>
      )}
      <div className={classes.formActions}>
        <FileChoice onText={setText} />
        <Button type="submit" loading={check.isPending} disabled={text.trim() === ''}>
          {texts.check}
        </Button>
      </div>
    </form>
  )
}

function FileChoice({ onText }: { onText: (text: string) => void }) {
  const read = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    try {
      if (file) onText(await readText(file))
    } catch {
      showToast(texts.fileFailed)
    } finally {
      // Lets the same file be chosen again after a change.
      input.value = ''
    }
  }
  return (
    <label className={classes.pick}>
      <input
        type="file"
        className="visually-hidden"
        accept=".txt,.csv,text/plain,text/csv"
        onChange={({ currentTarget }) => void read(currentTarget)}
      />
      {texts.file}
      <small>{texts.fileHint}</small>
    </label>
  )
}

const importPreviewTexts = vocabularyImportTexts.preview
/** More would only be scrolled past. */
const MOST_SHOWN = 50
/** Lines that need a look come first. */
const ORDER = ['refused', 'added', 'exists'] as const

type ImportPreviewProps = {
  preview: Reply<typeof importTerms>
  isAdding: boolean
  hasFailed: boolean
  onBack: () => void
  onConfirm: () => void
}

function ImportPreview({ preview, isAdding, hasFailed, onBack, onConfirm }: ImportPreviewProps) {
  const summary = useRef<HTMLParagraphElement>(null)
  useEffect(() => summary.current?.focus(), [])
  return (
    <div className={classes.form}>
      <p ref={summary} className={classes.summary} tabIndex={-1}>
        {summaryOf(preview)}
      </p>
      <ScrollArea.Autosize
        className={classes.preview}
        mah="min(46vh, 420px)"
        // A scroll area must be reached by keyboard.
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': importPreviewTexts.title }}
      >
        {ORDER.map((status) => (
          <Lines key={status} status={status} lines={preview.lines.filter((line) => line.status === status)} />
        ))}
      </ScrollArea.Autosize>
      {hasFailed && (
        <p className={classes.problem} role="alert">
          {vocabularyImportTexts.failed}
        </p>
      )}
      <div className={classes.formActions}>
        <Button variant="default" onClick={onBack}>
          {vocabularyImportTexts.back}
        </Button>
        {preview.added > 0 && (
          <Button loading={isAdding} onClick={onConfirm}>
            {vocabularyImportTexts.confirm(preview.added)}
          </Button>
        )}
      </div>
    </div>
  )
}

function summaryOf({ added, exists, refused }: ImportPreviewProps['preview']): string {
  const others = [
    exists > 0 ? importPreviewTexts.exists(exists) : '',
    refused > 0 ? importPreviewTexts.refused(refused) : '',
  ]
  return [added > 0 ? importPreviewTexts.added(added) : importPreviewTexts.nothing, ...others]
    .filter(Boolean)
    .join(' · ')
}

type LinesProps = { status: (typeof ORDER)[number]; lines: readonly ImportLine[] }

function Lines({ status, lines }: LinesProps) {
  if (lines.length === 0) return null
  const hidden = lines.length - MOST_SHOWN
  return (
    <section aria-label={importPreviewTexts.titles[status]} data-status={status}>
      <h3>{importPreviewTexts.titles[status]}</h3>
      <ul>
        {lines.slice(0, MOST_SHOWN).map(({ line, text, saidAs, reason }) => (
          <li key={line}>
            <b>{text}</b> {saidAs.length > 0 && <span>{saidAs.join(', ')}</span>}
            {reason && (
              <small>
                {importPreviewTexts.line(line)}: {importPreviewTexts.reason(reason)}
              </small>
            )}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{importPreviewTexts.others(hidden)}</p>}
    </section>
  )
}
