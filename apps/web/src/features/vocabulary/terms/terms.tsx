import type { Vocabulary } from '@doslovno/contract/vocabularies.ts'
import { addTerms, type TermOutcome, type VocabularyTerm } from '@doslovno/contract/vocabulary.ts'
import { vocabularyTexts as texts, vocabularyTexts } from '@doslovno/texts/vocabulary/terms.ts'
import { Button, CloseButton, Skeleton, TextInput } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState, type ClipboardEvent, type SubmitEvent } from 'react'

import { ImportDialog } from '#features/vocabulary/import/import-dialog.tsx'
import { call } from '#lib/api/current.ts'
import { termsQuery, VOCABULARY_KEY } from '#lib/queries/vocabulary.ts'
import { useSettled } from '#lib/use-settled.ts'

import { TermDialog } from './term-dialog.tsx'
import { TermRow } from './term-row.tsx'

import classes from '#features/vocabulary/vocabulary.module.css'
import rows from '#ui/rows.module.css'

/** More terms make wrong replacements likelier. */
const MANY_TERMS = 1000

/** The terms of one vocabulary; a member who may only use them cannot change them. */
export function Terms({ vocabulary }: { vocabulary: Vocabulary }) {
  // Stays when the dialog closes, so that its words do not change on the way.
  const [edited, setEdited] = useState<VocabularyTerm>()
  const [isEditing, setIsEditing] = useState(false)
  const edit = (term: VocabularyTerm) => {
    setEdited(term)
    setIsEditing(true)
  }
  const [pasted, setPasted] = useState<string>()
  // The list stays when its last term is deleted, which can be undone there.
  const [hasList, setHasList] = useState(false)
  if (vocabulary.terms > 0 && !hasList) setHasList(true)
  const canEdit = vocabulary.role !== 'use'
  return (
    <>
      {canEdit ? (
        <AddTerm vocabularyId={vocabulary.id} onEdit={edit} onList={setPasted} />
      ) : (
        <p className={classes.note}>{texts.readOnly(vocabulary.ownerName)}</p>
      )}
      {vocabulary.terms >= MANY_TERMS && <p className={classes.hint}>{texts.long}</p>}
      {vocabulary.terms === 0 && <Empty canEdit={canEdit} />}
      {hasList && <TermList vocabulary={vocabulary} onEdit={canEdit ? edit : undefined} />}
      {edited && <TermDialog term={edited} opened={isEditing} onClose={() => setIsEditing(false)} />}
      <ImportDialog
        vocabularyId={vocabulary.id}
        opened={pasted !== undefined}
        initialText={pasted}
        onClose={() => setPasted(undefined)}
      />
    </>
  )
}

function Empty({ canEdit }: { canEdit: boolean }) {
  return (
    <div className={classes.empty}>
      <p>{canEdit ? texts.empty.text : texts.empty.readOnly}</p>
      {canEdit && <p className={classes.example}>{texts.empty.example}</p>}
    </div>
  )
}

/** Fewer terms are seen at a glance. */
const FEW_TERMS = 8

type Props = { vocabulary: Vocabulary; onEdit: ((term: VocabularyTerm) => void) | undefined }

function TermList({ vocabulary, onEdit }: Props) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const list = useInfiniteQuery(termsQuery(vocabulary.id, search))
  const terms = list.data?.pages.flatMap(({ data }) => data)
  const total = list.data?.pages.at(-1)?.total ?? 0
  return (
    <div className={classes.terms}>
      {(vocabulary.terms > FEW_TERMS || typed !== '') && <SearchField value={typed} onChange={setTyped} />}
      <p className={classes.count} role="status">
        {search !== '' && terms ? countFound(total, search) : countAll(vocabulary.terms)}
      </p>
      {!terms && !list.isError && <Skeleton height={44} />}
      {list.isError && <Failed isFetching={list.isFetching} onRetry={() => void list.refetch()} />}
      {terms && terms.length > 0 && (
        <ul className={rows.list} aria-label={texts.list} aria-busy={list.isPlaceholderData}>
          {terms.map((term) => (
            <TermRow key={term.id} term={term} onEdit={onEdit} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          variant="default"
          mt={10}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage({ cancelRefetch: false })}
        >
          {texts.more}
        </Button>
      )}
    </div>
  )
}

function countAll(count: number): string {
  return count > 0 ? texts.terms(count) : ''
}

function countFound(total: number, search: string): string {
  return total === 0 ? texts.search.none(search) : texts.search.found(total)
}

function SearchField({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={texts.search.label}
      placeholder={texts.search.label}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={value !== '' && <CloseButton aria-label={texts.search.clear} onClick={() => onChange('')} />}
      value={value}
      maxLength={100}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function Failed({ isFetching, onRetry }: { isFetching: boolean; onRetry: () => void }) {
  return (
    <div className={classes.failed}>
      <p role="alert">{texts.failed}</p>
      <Button variant="default" loading={isFetching} onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  )
}

const addTermTexts = vocabularyTexts.add
const MOST_CHARACTERS = 100

type AddTermProps = {
  vocabularyId: string
  onEdit: (term: VocabularyTerm) => void
  /** Takes several lines that were pasted. */
  onList: (text: string) => void
}

/** Adds one term after another: the field is free again at once. */
function AddTerm({ vocabularyId, onEdit, onList }: AddTermProps) {
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
        label={addTermTexts.label}
        placeholder={addTermTexts.placeholder}
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
        {addTermTexts.submit}
      </Button>
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <p className={classes.outcome} role="status">
        {problem === undefined && (add.data ? <Outcome outcome={add.data} onEdit={onEdit} /> : addTermTexts.hint)}
      </p>
    </form>
  )
}

function problemOf(outcome: TermOutcome | undefined, isError: boolean): string | undefined {
  if (isError) return vocabularyTexts.notDone
  return outcome?.reason ? addTermTexts.refused(outcome.text, outcome.reason) : undefined
}

function Outcome({ outcome: { text, status, term }, onEdit }: { outcome: TermOutcome } & Pick<AddTermProps, 'onEdit'>) {
  if (status === 'exists') return addTermTexts.exists(term?.text ?? text)
  if (!term) return null
  const [, ...others] = term.forms
  return (
    <>
      {others.length > 0 ? addTermTexts.added(term.text, others.join(', ')) : addTermTexts.addedAlone(term.text)}{' '}
      <button type="button" className="text-button" onClick={() => onEdit(term)}>
        {addTermTexts.otherwise}
      </button>
    </>
  )
}
