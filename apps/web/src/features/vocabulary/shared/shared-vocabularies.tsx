import {
  deleteVocabulary,
  leaveVocabulary,
  type Vocabulary,
  createVocabulary,
  renameVocabulary,
} from '@doslovno/contract/vocabularies.ts'
import { sharedVocabularyTexts as texts, sharedVocabularyTexts } from '@doslovno/texts/vocabulary/sharing.ts'
import { Button, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { LogOut, Pencil, Plus, Trash2, Users } from 'lucide-react'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { useAppForm } from '#lib/form/use-app-form.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { VOCABULARY_KEY } from '#lib/queries/vocabulary.ts'
import { useConfirm } from '#ui/confirm-dialog.tsx'
import { IconAction } from '#ui/icon-action.tsx'
import { showToast } from '#ui/toast.ts'

import { InviteLink } from './invite-link.tsx'
import { MemberList } from './member-list.tsx'

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

type PeopleDialogProps = { vocabulary: Vocabulary; opened: boolean; onClose: () => void }

/** Lists the members of a vocabulary and its invite link. */
function PeopleDialog({ vocabulary, opened, onClose }: PeopleDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={vocabulary.name}
      size={520}
      closeButtonProps={{ 'aria-label': texts.name.close }}
    >
      <div className={classes.people}>
        <InviteLink vocabulary={vocabulary} />
        <MemberList vocabularyId={vocabulary.id} />
      </div>
    </Modal>
  )
}

const nameDialogTexts = sharedVocabularyTexts.name
const MOST_CHARACTERS = 100

type NameDialogProps = {
  /** The one to rename; null for a new one. */
  vocabulary: Vocabulary | null
  opened: boolean
  onClose: () => void
  onCreated?: (id: string) => void
}

function NameDialog({ opened, ...props }: NameDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={props.vocabulary ? nameDialogTexts.renameTitle : nameDialogTexts.createTitle}
      size={420}
      closeButtonProps={{ 'aria-label': nameDialogTexts.close }}
    >
      <NameForm {...props} />
    </Modal>
  )
}

function NameForm({ vocabulary, onClose, onCreated }: Omit<NameDialogProps, 'opened'>) {
  const queries = useQueryClient()
  const form = useAppForm({
    initialValues: { name: vocabulary?.name ?? '' },
    required: ['name'],
    onSubmit: async ({ name }) => {
      const body = { name: name.trim() }
      const saved = vocabulary
        ? await call(renameVocabulary, { params: { id: vocabulary.id }, body })
        : await call(createVocabulary, { body })
      await queries.invalidateQueries({ queryKey: VOCABULARY_KEY })
      showToast(vocabulary ? nameDialogTexts.renamed : nameDialogTexts.created)
      onClose()
      onCreated?.(saved.vocabulary.id)
    },
    onFailure: (error) => ({
      name: {
        code: 'failed',
        message: codeOf(error) === 'tooManyVocabularies' ? nameDialogTexts.limit : nameDialogTexts.failed,
      },
    }),
  })
  const name = form.field('name')
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <TextInput
        {...name}
        data-autofocus
        label={nameDialogTexts.label}
        placeholder={nameDialogTexts.placeholder}
        withAsterisk={false}
        maxLength={MOST_CHARACTERS}
        autoComplete="off"
      />
      <div className={classes.formActions}>
        <Button variant="default" onClick={onClose}>
          {nameDialogTexts.cancel}
        </Button>
        <Button type="submit" loading={form.pending}>
          {vocabulary ? nameDialogTexts.save : nameDialogTexts.create}
        </Button>
      </div>
    </form>
  )
}
