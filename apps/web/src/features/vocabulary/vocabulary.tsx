import type { Vocabulary as VocabularyView } from '@doslovno/contract/vocabularies.ts'
import { vocabularyTexts as texts } from '@doslovno/texts/vocabulary/terms.ts'
import { Button, Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { vocabulariesQuery } from '#lib/queries/vocabulary.ts'
import { Section } from '#ui/section.tsx'

import { ExportButton, ImportButton } from './import/file-buttons.tsx'
import { SharedVocabularies } from './shared/shared-vocabularies.tsx'
import { Terms } from './terms/terms.tsx'

import classes from './vocabulary.module.css'

/** Names and terms that recordings are corrected by: the user's own, and shared ones. */
export function Vocabulary() {
  const { data: vocabularies, isError, isFetching, refetch } = useQuery(vocabulariesQuery)
  const [chosenId, setChosenId] = useState<string>()
  const current = vocabularies?.find(({ id }) => id === chosenId) ?? vocabularies?.[0]
  return (
    <Section
      id="vocabulary"
      title={texts.title}
      aside={
        current && (
          <div className={classes.files}>
            {current.role !== 'use' && <ImportButton vocabulary={current} />}
            {current.terms > 0 && <ExportButton vocabulary={current} />}
          </div>
        )
      }
    >
      {vocabularies && current ? (
        <Vocabularies vocabularies={vocabularies} current={current} onChoose={setChosenId} />
      ) : (
        <Placeholder isError={isError} isFetching={isFetching} onRetry={() => void refetch()} />
      )}
    </Section>
  )
}

type Props = { vocabularies: readonly VocabularyView[]; current: VocabularyView; onChoose: (id: string) => void }

function Vocabularies({ vocabularies, current, onChoose }: Props) {
  const choice = useRef<HTMLInputElement>(null)
  const open = (id: string) => {
    onChoose(id)
    choice.current?.focus()
  }
  return (
    <>
      <p className={classes.lead}>{texts.lead}</p>
      {vocabularies.length > 1 && (
        <Select
          ref={choice}
          className={classes.which}
          label={texts.which}
          allowDeselect={false}
          data={vocabularies.map(({ id, name, isPersonal }) => ({ value: id, label: isPersonal ? texts.own : name }))}
          value={current.id}
          onChange={(id) => id && onChoose(id)}
        />
      )}
      <Terms key={current.id} vocabulary={current} />
      <SharedVocabularies vocabularies={vocabularies.filter(({ isPersonal }) => !isPersonal)} onOpen={open} />
    </>
  )
}

type PlaceholderProps = { isError: boolean; isFetching: boolean; onRetry: () => void }

function Placeholder({ isError, isFetching, onRetry }: PlaceholderProps) {
  if (!isError)
    return (
      <div role="status">
        <span className="visually-hidden">{texts.loading}</span>
        <Skeleton height={16} width="70%" mb={18} />
        <Skeleton height={44} />
      </div>
    )
  return (
    <div className={classes.failed}>
      <p role="alert">{texts.failed}</p>
      <Button variant="default" loading={isFetching} onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  )
}
