import type { Vocabulary } from '@doslovno/contract/vocabularies.ts'
import type { VocabularyTerm } from '@doslovno/contract/vocabulary.ts'
import { vocabularyTexts as texts } from '@doslovno/texts/vocabulary/terms.ts'
import { Button, CloseButton, Skeleton, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'

import { termsQuery } from '#lib/queries/vocabulary.ts'
import { useSettled } from '#lib/use-settled.ts'

import { TermRow } from './term-row.tsx'

import classes from '#features/vocabulary/vocabulary.module.css'
import rows from '#ui/rows.module.css'

/** Fewer terms are seen at a glance. */
const FEW_TERMS = 8

type Props = { vocabulary: Vocabulary; onEdit: ((term: VocabularyTerm) => void) | undefined }

export function TermList({ vocabulary, onEdit }: Props) {
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
