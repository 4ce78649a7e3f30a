import { endOtherSessions, endSession, type SessionView } from '@doslovno/contract/account/sessions.ts'
import { accountTexts } from '@doslovno/texts/account/account.ts'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { dayLabel } from '#lib/format/day.ts'
import { sessionsQuery } from '#lib/queries/account.ts'
import { apiKeyQuery } from '#lib/queries/api-key.ts'
import { useConfirm } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast.ts'

import { deviceOf } from './device.ts'

import rows from '#ui/rows.module.css'
import classes from './session-list.module.css'

const texts = accountTexts.sessions

/** Where the account is open, and how to close it there. */
export function SessionList({ sessions }: { sessions: readonly SessionView[] }) {
  const [now] = useState(() => new Date())
  const [hasEnded, setHasEnded] = useState(false)
  const { data: access } = useQuery({ ...apiKeyQuery(), enabled: hasEnded })
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: sessionsQuery().queryKey })
  const ending = useConfirm(() => ({
    title: texts.endOthersTitle,
    text: texts.endOthersText,
    confirm: texts.endOthers,
    onConfirm: async () => {
      await call(endOtherSessions, {})
      showToast(texts.othersEnded)
      setHasEnded(true)
      await reload()
    },
  }))
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)
  return (
    <>
      <ul className={rows.list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} now={now} onEnded={reload} />
        ))}
      </ul>
      {hasOthers ? (
        <Button variant="default" mt={14} onClick={() => ending.ask()}>
          {texts.endOthers}
        </Button>
      ) : (
        <p className={classes.alone}>{texts.alone}</p>
      )}
      {access?.key && (
        <p className={classes.alone}>
          {texts.keyWorks} <a href="#api">{texts.replaceKey}</a>
        </p>
      )}
      {ending.dialog}
    </>
  )
}

type RowProps = { session: SessionView; now: Date; onEnded: () => Promise<void> }

function SessionRow({ session: { id, isCurrent, userAgent, network, lastUsedAt }, now, onEnded }: RowProps) {
  const [isPending, setIsPending] = useState(false)
  const device = deviceOf(userAgent)
  const end = async () => {
    setIsPending(true)
    try {
      await call(endSession, { params: { sessionId: id } })
      showToast(texts.ended)
      await onEnded()
    } catch {
      showToast(texts.failed)
    } finally {
      setIsPending(false)
    }
  }
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <b>{device}</b>
        {isCurrent && <mark>{texts.current}</mark>}
        <span>{[network && texts.network(network), dayLabel(lastUsedAt, now)].filter(Boolean).join(' · ')}</span>
      </div>
      {!isCurrent && (
        <Button
          variant="subtle"
          size="compact-md"
          loading={isPending}
          aria-label={texts.endOf(device)}
          onClick={() => void end()}
        >
          {texts.end}
        </Button>
      )}
    </li>
  )
}
