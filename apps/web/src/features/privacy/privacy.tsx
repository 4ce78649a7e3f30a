import type { User } from '@doslovno/contract/account/accounts.ts'
import { type DataExport, getExport, openExport, requestExport } from '@doslovno/contract/account/privacy.ts'
import { privacyTexts } from '@doslovno/texts/account/privacy.ts'
import { Button } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2, Download, Loader } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { call } from '#lib/api/current.ts'
import { fileSize } from '#lib/format/size.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { ACCOUNT_KEY } from '#lib/queries/account.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { Section } from '#ui/section.tsx'

import { DeletionDialog } from './deletion-dialog.tsx'
import { KeepButton } from './keep-button.tsx'
import { startDownload } from './start-download.ts'

import setting from '#ui/setting-row.module.css'
import classes from './privacy.module.css'

export function Privacy({ user }: { user: User }) {
  return (
    <Section title={privacyTexts.title} id="data">
      <Archive hasEmail={user.email !== null} />
      <Deletion user={user} />
    </Section>
  )
}

const texts = privacyTexts.deletion

/** Deletes the account; while the deletion is planned, offers the way back. */
function Deletion({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false)
  const { deletionAt } = user
  return (
    <div className={setting.row}>
      <Trash2 size={20} aria-hidden />
      <div className={setting.words}>
        <b>{texts.title}</b>
        {deletionAt ? (
          <>
            <p className={classes.bad}>{texts.planned(new Date(deletionAt))}</p>
            <p>{texts.plannedText}</p>
          </>
        ) : (
          <p>{texts.text}</p>
        )}
      </div>
      <div className={classes.actions}>
        {deletionAt ? (
          <KeepButton user={user} />
        ) : (
          <Button variant="default" className={classes.danger} onClick={() => setIsAsking(true)}>
            {texts.open}
          </Button>
        )}
      </div>
      <DeletionDialog opened={isAsking} onClose={() => setIsAsking(false)} />
    </div>
  )
}

const archiveTexts = privacyTexts.archive

/** Starts an archive of everything about the user, waits for it, and downloads it. */
function Archive({ hasEmail }: { hasEmail: boolean }) {
  const { data, isError } = useQuery(exportQuery())
  const queries = useQueryClient()
  const start = useAction(archiveTexts.startFailed, async () => {
    queries.setQueryData(exportQuery().queryKey, await call(requestExport, {}))
  })
  const open = useAction(archiveTexts.openFailed, async () => startDownload((await call(openExport, { body: {} })).url))
  const made = data?.export ?? null
  return (
    <div className={setting.row}>
      {made?.status === 'making' ? (
        <Loader size={20} className={classes.spinner} aria-hidden />
      ) : (
        <Download size={20} aria-hidden />
      )}
      <div className={setting.words}>
        <b>{archiveTexts.title}</b>
        <div role="status">
          <State made={made} hasEmail={hasEmail} />
        </div>
        {isError && !data && <p>{archiveTexts.unknown}</p>}
        <Problem text={start.problem ?? open.problem} />
      </div>
      <Actions>
        {made?.status === 'ready' && (
          <BusyButton isBusy={open.isPending} onClick={open.run}>
            {archiveTexts.download}
          </BusyButton>
        )}
        {made?.status !== 'making' && (
          <BusyButton variant="default" isBusy={start.isPending} onClick={start.run}>
            {startLabel(made)}
          </BusyButton>
        )}
      </Actions>
    </div>
  )
}

function State({ made, hasEmail }: { made: DataExport | null; hasEmail: boolean }) {
  if (!made) return <p>{hasEmail ? archiveTexts.text : archiveTexts.textWithoutEmail}</p>
  switch (made.status) {
    case 'making':
      return (
        <>
          <p className={classes.strong}>{archiveTexts.making}</p>
          <p>{hasEmail ? archiveTexts.makingText : archiveTexts.makingWithoutEmail}</p>
        </>
      )
    case 'ready':
      return (
        <>
          <p className={classes.strong}>{archiveTexts.ready(fileSize(made.size ?? 0))}</p>
          {made.expiresAt && <p>{archiveTexts.until(new Date(made.expiresAt))}</p>}
        </>
      )
    case 'failed':
      return (
        <>
          <p className={classes.bad}>{archiveTexts.failed}</p>
          <p>{archiveTexts.failedText}</p>
        </>
      )
  }
}

function startLabel(made: DataExport | null): string {
  if (made?.status === 'failed') return archiveTexts.retry
  return made ? archiveTexts.again : archiveTexts.start
}

function Actions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}

function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className={classes.bad} role="alert">
      {text}
    </p>
  )
}

/** A call by a button: whether it runs, and why it failed. */
function useAction(failure: string, act: () => Promise<void>) {
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async () => {
    setIsPending(true)
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      setProblem(codeOf(error) === 'tooManyRequests' ? archiveTexts.tooOften : failure)
    } finally {
      setIsPending(false)
    }
  }
  return { isPending, problem, run: () => void run() }
}

const MAKING_MS = 3000

/** The newest archive, polled while it is being made. */
function exportQuery() {
  return queryOptions({
    queryKey: [...ACCOUNT_KEY, 'export'],
    queryFn: ({ signal }) => call(getExport, {}, signal),
    refetchInterval: ({ state }) => exportInterval(state.data?.export),
    refetchOnWindowFocus: true,
  })
}

function exportInterval(made: DataExport | null | undefined): number | false {
  return made?.status === 'making' && MAKING_MS
}
