import { pushSettingTexts as texts } from '@doslovno/texts/account/notifications.ts'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'

import { infoQuery } from '#lib/queries/account.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { showToast } from '#ui/toast.ts'

import { type PushState, pushQuery, turnOff, turnOn } from './push-state.ts'

import classes from './notifications.module.css'

/** Notifications of this browser: they take effect at once, without the form above. */
export function BrowserPush() {
  const { data: state, isError, isFetching, refetch } = useQuery(pushQuery())
  if (state?.kind === 'absent') return null
  return (
    <div className={classes.push} role="group" aria-label={texts.title}>
      <BellRing size={20} aria-hidden />
      <div className={classes.words}>
        <b>{texts.title}</b>
        {state && <p>{wordsOf(state)}</p>}
        {isError && !state && (
          <p className={classes.failed} role="alert">
            {texts.loadFailed}
          </p>
        )}
      </div>
      {isError && !state && (
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {texts.again}
        </Button>
      )}
      {(state?.kind === 'on' || state?.kind === 'off') && <Toggle state={state} />}
    </div>
  )
}

/** Asks for the permission only when pressed. */
function Toggle({ state }: { state: PushState }) {
  const queries = useQueryClient()
  const isOn = state.kind === 'on'
  const toggle = useMutation({
    mutationFn: () => (isOn ? turnOff() : turnOn(state.publicKey ?? '')),
    onSuccess: (isDone) => {
      if (isDone) showToast(isOn ? texts.turnedOff : texts.turnedOn)
    },
    onSettled: () =>
      Promise.all([pushQuery(), infoQuery()].map(({ queryKey }) => queries.invalidateQueries({ queryKey }))),
  })
  return (
    <div className={classes.toggle}>
      <BusyButton variant="default" isBusy={toggle.isPending} onClick={() => toggle.mutate()}>
        {isOn ? texts.turnOff : texts.turnOn}
      </BusyButton>
      {toggle.isError && (
        <p className={classes.failed} role="alert">
          {texts.failed}
        </p>
      )}
    </div>
  )
}

function wordsOf({ kind, others }: PushState): string {
  if (kind === 'absent') return ''
  return [texts[kind], others > 0 && texts.others(others)].filter(Boolean).join(' ')
}
