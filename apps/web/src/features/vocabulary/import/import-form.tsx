import { importTerms } from '@doslovno/contract/vocabulary.ts'
import { vocabularyImportTexts as texts } from '@doslovno/texts/vocabulary/terms.ts'
import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'

import { call } from '#lib/api/current.ts'
import { VOCABULARY_KEY } from '#lib/queries/vocabulary.ts'
import { showToast } from '#ui/toast.ts'

import { ImportPreview } from './import-preview.tsx'
import { readText } from './read-text.ts'

import classes from '#features/vocabulary/vocabulary.module.css'

const MOST_CHARACTERS = 400_000

type Props = { vocabularyId: string; initialText?: string | undefined; onClose: () => void }

/** Takes terms from a text or a file, after showing what would become of them. */
export function ImportForm({ vocabularyId, initialText = '', onClose }: Props) {
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
