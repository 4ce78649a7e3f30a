import { createVocabulary, renameVocabulary, type Vocabulary } from '@doslovno/contract/vocabularies.ts'
import { sharedVocabularyTexts } from '@doslovno/texts/vocabulary/sharing.ts'
import { Button, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import { useAppForm } from '#lib/form/use-app-form.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { VOCABULARY_KEY } from '#lib/queries/vocabulary.ts'
import { showToast } from '#ui/toast.ts'

import classes from '#features/vocabulary/vocabulary.module.css'

const texts = sharedVocabularyTexts.name
const MOST_CHARACTERS = 100

type Props = {
  /** The one to rename; null for a new one. */
  vocabulary: Vocabulary | null
  opened: boolean
  onClose: () => void
  onCreated?: (id: string) => void
}

export function NameDialog({ opened, ...props }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={props.vocabulary ? texts.renameTitle : texts.createTitle}
      size={420}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <NameForm {...props} />
    </Modal>
  )
}

function NameForm({ vocabulary, onClose, onCreated }: Omit<Props, 'opened'>) {
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
      showToast(vocabulary ? texts.renamed : texts.created)
      onClose()
      onCreated?.(saved.vocabulary.id)
    },
    onFailure: (error) => ({
      name: { code: 'failed', message: codeOf(error) === 'tooManyVocabularies' ? texts.limit : texts.failed },
    }),
  })
  const name = form.field('name')
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <TextInput
        {...name}
        data-autofocus
        label={texts.label}
        placeholder={texts.placeholder}
        withAsterisk={false}
        maxLength={MOST_CHARACTERS}
        autoComplete="off"
      />
      <div className={classes.formActions}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={form.pending}>
          {vocabulary ? texts.save : texts.create}
        </Button>
      </div>
    </form>
  )
}
