import { deleteTerm, editTerm, restoreTerm, type VocabularyTerm } from '@doslovno/contract/vocabulary.ts'
import { vocabularyTexts } from '@doslovno/texts/vocabulary/terms.ts'
import { Switch, Tooltip } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { VOCABULARY_KEY, vocabulariesQuery } from '#lib/queries/vocabulary.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { IconAction } from '#ui/icon-action.tsx'
import { showToast } from '#ui/toast.ts'

import classes from '#features/vocabulary/vocabulary.module.css'
import rows from '#ui/rows.module.css'

const texts = vocabularyTexts.term

type Props = { term: VocabularyTerm; onEdit: ((term: VocabularyTerm) => void) | undefined }

/** A term with its forms on hover and focus. A deleted one offers its return where it stood. */
export function TermRow({ term, onEdit }: Props) {
  const [state, setState] = useState<'kept' | 'removed' | 'restored'>('kept')
  if (state === 'removed') return <RemovedRow term={term} onRestored={() => setState('restored')} />
  return (
    <li className={rows.row} data-off={!term.isOn || undefined}>
      <div className={rows.words}>
        {onEdit ? (
          <Tooltip label={formsOf(term)} events={{ hover: true, focus: true, touch: false }} multiline maw={340}>
            <button
              type="button"
              className={classes.term}
              aria-label={texts.edit(term.text)}
              autoFocus={state === 'restored'}
              onClick={() => onEdit(term)}
            >
              {term.text}
            </button>
          </Tooltip>
        ) : (
          <b title={formsOf(term)}>{term.text}</b>
        )}
        <span>{factsOf(term)}</span>
      </div>
      {onEdit && <Actions term={term} onRemoved={() => setState('removed')} />}
    </li>
  )
}

function formsOf({ forms, text, paradigm }: VocabularyTerm): string {
  return paradigm === -1 || forms.length < 2 ? `${text}. ${texts.notDeclined}` : forms.join(', ')
}

function factsOf({ isOn, used, source, saidAs }: VocabularyTerm): string {
  return [
    isOn ? '' : texts.isOff,
    texts.used(used),
    saidAs.length > 0 ? texts.saidAs(saidAs) : '',
    texts.sources[source],
  ]
    .filter(Boolean)
    .join(' · ')
}

function Actions({ term: { id, text, isOn }, onRemoved }: { term: VocabularyTerm; onRemoved: () => void }) {
  const queries = useQueryClient()
  const failed = () => showToast(vocabularyTexts.notDone)
  const toggle = useMutation({
    mutationFn: (next: boolean) => call(editTerm, { params: { id }, body: { isOn: next } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: VOCABULARY_KEY }),
    onError: failed,
  })
  const remove = useMutation({
    mutationFn: () => call(deleteTerm, { params: { id } }),
    onSuccess: () => {
      onRemoved()
      // The list itself stays as it is, so that the row can offer the way back.
      return queries.invalidateQueries({ queryKey: vocabulariesQuery.queryKey })
    },
    onError: failed,
  })
  return (
    <div className={rows.actions}>
      <Switch
        checked={toggle.isPending ? toggle.variables : isOn}
        aria-label={texts.switchOf(text)}
        onChange={({ currentTarget }) => toggle.mutate(currentTarget.checked)}
      />
      <IconAction
        icon={Trash2}
        label={texts.remove}
        subject={text}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      />
    </div>
  )
}

function RemovedRow({ term: { id, text }, onRestored }: { term: VocabularyTerm; onRestored: () => void }) {
  const queries = useQueryClient()
  const restore = useMutation({
    mutationFn: () => call(restoreTerm, { params: { id } }),
    onSuccess: () => {
      onRestored()
      return queries.invalidateQueries({ queryKey: VOCABULARY_KEY })
    },
    onError: (error) => showToast(codeOf(error) === 'termExists' ? texts.cameBack(text) : vocabularyTexts.notDone),
  })
  return (
    <li className={rows.row}>
      <p className={classes.removed} role="status">
        {texts.removed(text)}
      </p>
      <BusyButton
        autoFocus
        variant="subtle"
        size="compact-md"
        isBusy={restore.isPending}
        aria-label={texts.restoreOf(text)}
        onClick={() => restore.mutate()}
      >
        {texts.restore}
      </BusyButton>
    </li>
  )
}
