import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { searchTexts } from '@doslovno/texts/files.ts'
import { Button } from '@mantine/core'
import { CloudOff, SearchX } from 'lucide-react'
import { useState } from 'react'

import { Notice } from '#ui/notice.tsx'

import { FilesPages } from './files-pages.tsx'
import { FilesSkeleton } from './files-skeleton.tsx'
import { FilesView } from './files-view.tsx'
import type { ListView } from './list-view.ts'
import { isInName } from './mark-words.ts'
import { OldRows, RetryButton } from './old-rows.tsx'
import { inOrder } from './orders.ts'
import type { Found } from './use-file-search.ts'

import classes from './files.module.css'

type Props = {
  search: string
  found: Found
  /** Files that are loaded anyway. */
  atHand: readonly ScriptSummary[]
  view: ListView
  onReset: () => void
}

/** As many as the server looks for. */
const MOST = 50

/** What a search has found; until the server answers, those files at hand whose names fit. */
export function FoundFiles({ search, found, atHand, view, onReset }: Props) {
  const [now] = useState(() => new Date())
  const { scripts = namesWith(search, [...atHand, ...found.earlier]), isError, isFetching } = found
  const isKnown = found.scripts !== undefined

  if (scripts.length === 0 && !isKnown && !isError) return <FilesSkeleton label={searchTexts.searching} />
  const retry = <RetryButton isPending={isFetching} onClick={found.retry} />
  if (scripts.length === 0 && isError) {
    return (
      <Notice icon={CloudOff} level={2} title={searchTexts.failed.title} text={searchTexts.failed.text}>
        {retry}
      </Notice>
    )
  }
  if (scripts.length === 0) return <NothingFound onReset={onReset} />
  const lastPage = Math.ceil(scripts.length / view.pageSize)
  // Names at hand are looked through from the first: the page may still be that of the list.
  const page = isKnown ? Math.min(view.page, lastPage) : 1
  const first = (page - 1) * view.pageSize
  return (
    <>
      {isError && <OldRows title={searchTexts.failed.title}>{retry}</OldRows>}
      <p className={classes.found} role="status">
        {isKnown ? foundText(scripts.length) : searchTexts.searching}
      </p>
      <FilesView
        scripts={inOrder(scripts, view.sort).slice(first, first + view.pageSize)}
        view={view}
        now={now}
        search={search}
      />
      <FilesPages view={{ ...view, page }} total={scripts.length} />
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
  return count < MOST ? searchTexts.found(count) : searchTexts.foundMost(count)
}

function namesWith(search: string, scripts: readonly ScriptSummary[]): ScriptSummary[] {
  const fitting = scripts.filter(({ fileName }) => isInName(fileName, search))
  return [...new Map(fitting.map((script) => [script.id, script])).values()]
}
