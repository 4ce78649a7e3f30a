import { deleteVocabulary, leaveVocabulary, type Vocabulary } from '@doslovno/contract/vocabularies.ts'
import { sharedVocabularyTexts as texts } from '@doslovno/texts/vocabulary/sharing.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { LogOut, Pencil, Plus, Trash2, Users } from 'lucide-react'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { VOCABULARY_KEY } from '#lib/queries/vocabulary.ts'
import { useConfirm } from '#ui/confirm-dialog.tsx'
import { IconAction } from '#ui/icon-action.tsx'
import { showToast } from '#ui/toast.ts'

import { NameDialog } from './name-dialog.tsx'
import { PeopleDialog } from './people-dialog.tsx'

import classes from '#features/vocabulary/vocabulary.module.css'
import rows from '#ui/rows.module.css'

type Props = { vocabularies: readonly Vocabulary[]; onOpen: (id: string) => void }

/** Vocabularies of several people: own ones to manage, others to leave. */
export function SharedVocabularies({ vocabularies, onOpen }: Props) {
  const [isCreating, setIsCreating] = useState(false)
  const isEmpty = vocabularies.length === 0
  return (
    <section className={classes.shared} aria-label={texts.title}>
      <div className={classes.sharedHead}>
        <h3>{texts.title}</h3>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Plus size={15} aria-hidden />}
          aria-label={texts.create}
          onClick={() => setIsCreating(true)}
        >
          {texts.createMore}
        </Button>
      </div>
      {isEmpty ? (
        <p className={classes.none}>{texts.none}</p>
      ) : (
        <ul className={rows.list} aria-label={texts.title}>
          {vocabularies.map((vocabulary) => (
            <SharedRow key={vocabulary.id} vocabulary={vocabulary} onOpen={() => onOpen(vocabulary.id)} />
          ))}
        </ul>
      )}
      <NameDialog vocabulary={null} opened={isCreating} onClose={() => setIsCreating(false)} onCreated={onOpen} />
    </section>
  )
}

type RowProps = { vocabulary: Vocabulary; onOpen: () => void }

function SharedRow({ vocabulary, onOpen }: RowProps) {
  const { name, role, ownerName, terms, members } = vocabulary
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <button type="button" className={classes.term} aria-label={texts.open(name)} onClick={onOpen}>
          {name}
        </button>
        {role !== 'owner' && <mark>{texts.roles[role]}</mark>}
        <span>{role === 'owner' ? texts.facts(terms, members) : texts.foreignFacts(terms, ownerName)}</span>
      </div>
      {role === 'owner' ? <OwnerActions vocabulary={vocabulary} /> : <LeaveAction vocabulary={vocabulary} />}
    </li>
  )
}

function OwnerActions({ vocabulary }: { vocabulary: Vocabulary }) {
  const { id, name } = vocabulary
  const [open, setOpen] = useState<'people' | 'name'>()
  const close = () => setOpen(undefined)
  const queries = useQueryClient()
  const removal = useConfirm(() => ({
    ...texts.removal,
    subtitle: name,
    tone: 'bad',
    onConfirm: async () => {
      await call(deleteVocabulary, { params: { id } })
      showToast(texts.removal.done)
      await queries.invalidateQueries({ queryKey: VOCABULARY_KEY })
    },
  }))
  return (
    <div className={rows.actions}>
      <IconAction icon={Users} label={texts.people} subject={name} onClick={() => setOpen('people')} />
      <IconAction icon={Pencil} label={texts.rename} subject={name} onClick={() => setOpen('name')} />
      <IconAction icon={Trash2} label={texts.remove} subject={name} onClick={() => removal.ask()} />
      <PeopleDialog vocabulary={vocabulary} opened={open === 'people'} onClose={close} />
      <NameDialog vocabulary={vocabulary} opened={open === 'name'} onClose={close} />
      {removal.dialog}
    </div>
  )
}

function LeaveAction({ vocabulary: { id, name } }: { vocabulary: Vocabulary }) {
  const queries = useQueryClient()
  const leaving = useConfirm(() => ({
    ...texts.leaving,
    subtitle: name,
    onConfirm: async () => {
      await call(leaveVocabulary, { params: { id } })
      showToast(texts.leaving.done)
      await queries.invalidateQueries({ queryKey: VOCABULARY_KEY })
    },
  }))
  return (
    <>
      <IconAction icon={LogOut} label={texts.leave} subject={name} onClick={() => leaving.ask()} />
      {leaving.dialog}
    </>
  )
}
