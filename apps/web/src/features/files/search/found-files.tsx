import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { MOST_FOUND } from '@doslovno/domain/script/sort.ts'
import { searchTexts } from '@doslovno/texts/files.ts'
import { Button } from '@mantine/core'
import { CloudOff, SearchX } from 'lucide-react'
import { useState } from 'react'

import { FilesPages, useExistingPage } from '#features/files/list/files-pages.tsx'
import { FilesSkeleton, RetryButton, StaleRows } from '#features/files/list/files-skeleton.tsx'
import { FilesView } from '#features/files/list/files-view.tsx'
import type { ListView } from '#features/files/list/list-view.ts'
import { inOrder } from '#features/files/list/orders.ts'
import { Notice } from '#ui/notice.tsx'

import { isInName } from './mark-words.ts'
import type { Found } from './use-file-search.ts'

import classes from '#features/files/files.module.css'

type Props = {
  search: string
  found: Found
  /** Files of the current list page. */
  atHand: readonly ScriptSummary[]
  view: ListView
  onReset: () => void
}

/** Search results; until the server answers, loaded files with a matching name. */
export function FoundFiles({ search, found, atHand, view, onReset }: Props) {
  const [now] = useState(() => new Date())
  const { results, isError, isFetching } = found
  useExistingPage(view, results?.total)
  const scripts = results?.data ?? inOrder(namesWith(search, [...atHand, ...found.earlier]), view.sort)

  if (results?.total === 0) return <NothingFound onReset={onReset} />
  const retry = <RetryButton isPending={isFetching} onClick={found.retry} />
  if (scripts.length === 0 && isError) {
    return (
      <Notice icon={CloudOff} level={2} title={searchTexts.failed.title} text={searchTexts.failed.text}>
        {retry}
      </Notice>
    )
  }
  if (scripts.length === 0) return <FilesSkeleton label={searchTexts.searching} />
  return (
    <>
      {isError && <StaleRows title={searchTexts.failed.title}>{retry}</StaleRows>}
      <p className={classes.found} role="status">
        {results ? foundText(results.total) : searchTexts.searching}
      </p>
      <FilesView scripts={scripts} view={view} now={now} search={search} />
      {results && <FilesPages view={view} total={results.total} />}
    </>
  )
}

function NothingFound({ onReset }: { onReset: () => void }) {
  const { title, text, action } = searchTexts.nothing
  return (
    <div className={classes.empty} role="status">
      <Notice icon={SearchX} level={2} title={title} text={text}>
        <Button variant="default" onClick={onReset}>
          {action}
        </Button>
      </Notice>
    </div>
  )
}

function foundText(count: number): string {
  return count < MOST_FOUND ? searchTexts.found(count) : searchTexts.foundMost(count)
}

function namesWith(search: string, scripts: readonly ScriptSummary[]): ScriptSummary[] {
  const fitting = scripts.filter(({ fileName }) => isInName(fileName, search))
  return [...new Map(fitting.map((script) => [script.id, script])).values()]
}
