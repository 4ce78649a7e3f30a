import { editTerm, getTermReadings, type TermReading, type VocabularyTerm } from '@doslovno/contract/vocabulary.ts'
import { MOST_SAID_AS } from '@doslovno/domain/vocabulary/term-rules.ts'
import { vocabularyTexts } from '@doslovno/texts/vocabulary/terms.ts'
import { Button, Modal, Radio, Skeleton, TextInput } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'

import { call } from '#lib/api/current.ts'
import { listOf } from '#lib/format/list-of.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { VOCABULARY_KEY } from '#lib/queries/vocabulary.ts'
import { useSettled } from '#lib/use-settled.ts'
import { showToast } from '#ui/toast.ts'

import classes from '#features/vocabulary/vocabulary.module.css'

const texts = vocabularyTexts.form

type Props = { term: VocabularyTerm; opened: boolean; onClose: () => void }

/** How a term is written, declines and sounds. */
export function TermDialog({ term, opened, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.title(term.text)}
      size={480}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <TermForm key={term.id} term={term} onClose={onClose} />
    </Modal>
  )
}

function TermForm({ term, onClose }: Omit<Props, 'opened'>) {
  const [text, setText] = useState(term.text)
  const [paradigm, setParadigm] = useState(term.paradigm)
  const [saidAs, setSaidAs] = useState(term.saidAs.join(', '))
  const wanted = text.trim()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () =>
      call(editTerm, {
        params: { id: term.id },
        body: { ...(wanted !== term.text && { text: wanted }), paradigm, saidAs: listOf(saidAs) },
      }),
    onSuccess: async () => {
      showToast(texts.saved)
      onClose()
      await queries.invalidateQueries({ queryKey: VOCABULARY_KEY })
    },
  })
  const isTooMany = listOf(saidAs).length > MOST_SAID_AS
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (wanted && !isTooMany) save.mutate()
  }
  const write = (typed: string) => {
    setText(typed)
    // The number of a reading means nothing for another word.
    setParadigm(typed.trim() === term.text ? term.paradigm : null)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={texts.text}
        value={text}
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <Readings text={useSettled(wanted)} value={paradigm} onChange={setParadigm} />
      <TextInput
        label={texts.saidAs}
        description={texts.saidAsHint}
        placeholder={texts.saidAsExample}
        value={saidAs}
        error={isTooMany && texts.tooMany}
        autoComplete="off"
        spellCheck={false}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={({ currentTarget }) => setSaidAs(currentTarget.value)}
      />
      {save.isError && (
        <p className={classes.problem} role="alert">
          {problemOf(save.error)}
        </p>
      )}
      <div className={classes.formActions}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

function problemOf(error: unknown): string {
  const code = codeOf(error)
  if (code === 'termExists') return texts.exists
  return code === 'invalidRequest' ? texts.refused : texts.failed
}

type ReadingsProps = { text: string; value: number | null; onChange: (paradigm: number | null) => void }

/** Mantine's radios carry strings; this one stands for every reading. */
const ANY = 'any'
const NOT_DECLINED = -1

function Readings({ text, value, onChange }: ReadingsProps) {
  const { data: readings, isError } = useQuery({
    queryKey: [...VOCABULARY_KEY, 'readings', text],
    queryFn: async ({ signal }) => (await call(getTermReadings, { query: { text } }, signal)).data,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  if (isError) return null
  if (!readings) return <Skeleton height={72} />
  const declined = readings.filter(({ paradigm }) => paradigm !== NOT_DECLINED)
  const [only] = declined
  // With one way to decline, all ways are this one.
  const shown = value === null && declined.length === 1 && only ? only.paradigm : value
  return (
    <Radio.Group
      label={texts.readings}
      value={String(shown ?? ANY)}
      onChange={(chosen) => onChange(chosen === ANY ? null : Number(chosen))}
    >
      <div className={classes.readings}>
        {declined.map((reading) => (
          <Radio key={reading.paradigm} value={String(reading.paradigm)} label={formsText(reading)} />
        ))}
        {declined.length !== 1 && <Radio value={ANY} label={texts.any} />}
        <Radio value={String(NOT_DECLINED)} label={texts.notDeclined} />
      </div>
    </Radio.Group>
  )
}

const formsText = ({ forms }: TermReading) => forms.join(', ')
