import { unsubscribe } from '@doslovno/contract/account/notifications.ts'
import { unsubscribeTexts as texts } from '@doslovno/texts/account/notifications.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, Link2Off, Mail } from 'lucide-react'

import { call } from '#lib/api/current.ts'
import { ApiError } from '#lib/http/api-error.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { Notice } from '#ui/notice.tsx'

import classes from './notifications.module.css'

/** Ends the mails about files by the link in one of them. Opening the page changes nothing: mail scanners open it too. */
export function Unsubscribe({ token }: { token: string }) {
  const leave = useMutation({ mutationFn: () => call(unsubscribe, { query: { token } }) })
  const isWrong = token === '' || (leave.error instanceof ApiError && leave.error.status === 400)
  const toSettings = (
    <Button component={Link} to="/account" hash="notifications" size="md" variant="default">
      {texts.toSettings}
    </Button>
  )
  if (isWrong)
    return (
      <Notice icon={Link2Off} title={texts.wrong} text={texts.wrongText} tone="bad">
        {toSettings}
      </Notice>
    )
  if (leave.isSuccess)
    return (
      <Notice icon={BellOff} title={texts.done} text={texts.doneText}>
        {toSettings}
      </Notice>
    )
  return (
    <Notice icon={Mail} title={texts.title} text={texts.text}>
      <BusyButton size="md" isBusy={leave.isPending} onClick={() => leave.mutate()}>
        {texts.confirm}
      </BusyButton>
      {leave.isError && (
        <p className={classes.failed} role="alert">
          {texts.failed}
        </p>
      )}
    </Notice>
  )
}
