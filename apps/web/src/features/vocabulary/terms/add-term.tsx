import { addTerms, type TermOutcome, type VocabularyTerm } from '@doslovno/contract/vocabulary.ts'
import { vocabularyTexts } from '@doslovno/texts/vocabulary/terms.ts'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, type SubmitEvent, useState } from 'react'

import { call } from '#lib/api/current.ts'
import { VOCABULARY_KEY } from '#lib/queries/vocabulary.ts'

import classes from '#features/vocabulary/vocabulary.module.css'

const texts = vocabularyTexts.add
const MOST_CHARACTERS = 100

type Props = {
  vocabularyId: string
  onEdit: (term: VocabularyTerm) => void
  /** Takes several lines that were pasted. */
  onList: (text: string) => void
}

/** Adds one term after another: the field is free again at once. */
export function AddTerm({ vocabularyId, onEdit, onList }: Props) {
  const [text, setText] = useState('')
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: async (typed: string) =>
      (await call(addTerms, { body: { vocabularyId, terms: [{ text: typed }] } })).data[0],
    onSuccess: (outcome, typed) => {
      if (outcome?.status === 'refused') giveBack(typed)
      return queries.invalidateQueries({ queryKey: VOCABULARY_KEY })
    },
    onError: (_error, typed) => giveBack(typed),
  })
  const giveBack = (typed: string) => setText((current) => current || typed)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = text.trim()
    if (!typed) return
    setText('')
    add.mutate(typed)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text').trim()
    if (!pasted.includes('\n')) return
    event.preventDefault()
    onList(pasted)
  }
  const problem = problemOf(add.data, add.isError)
  return (
    <form className={classes.add} onSubmit={submit}>
      <TextInput
        label={texts.label}
        placeholder={texts.placeholder}
        value={text}
        error={problem !== undefined}
        maxLength={MOST_CHARACTERS}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="next"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onPaste={paste}
      />
      <Button type="submit" variant="default">
        {texts.submit}
      </Button>
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <p className={classes.outcome} role="status">
        {problem === undefined && (add.data ? <Outcome outcome={add.data} onEdit={onEdit} /> : texts.hint)}
      </p>
    </form>
  )
}

function problemOf(outcome: TermOutcome | undefined, isError: boolean): string | undefined {
  if (isError) return vocabularyTexts.notDone
  return outcome?.reason ? texts.refused(outcome.text, outcome.reason) : undefined
}

function Outcome({ outcome: { text, status, term }, onEdit }: { outcome: TermOutcome } & Pick<Props, 'onEdit'>) {
  if (status === 'exists') return texts.exists(term?.text ?? text)
  if (!term) return null
  const [, ...others] = term.forms
  return (
    <>
      {others.length > 0 ? texts.added(term.text, others.join(', ')) : texts.addedAlone(term.text)}{' '}
      <button type="button" className={classes.textButton} onClick={() => onEdit(term)}>
        {texts.otherwise}
      </button>
    </>
  )
}
