import { getPush, subscribePush, unsubscribePush } from '@doslovno/contract/account/notifications.ts'
import { pushSettingTexts as texts } from '@doslovno/texts/account/notifications.ts'
import { Button } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'

import { call } from '#lib/api/current.ts'
import { currentSubscription, fingerprint, isPushSupported, subscribeBrowser } from '#lib/push/browser-push.ts'
import { ACCOUNT_KEY, infoQuery } from '#lib/queries/account.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { showToast } from '#ui/toast.ts'

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

/** `absent`: the server sends none. `others`: further browsers that show notifications. */
type PushState = {
  kind: 'absent' | 'unsupported' | 'denied' | 'on' | 'off'
  others: number
  publicKey: string | null
}

function pushQuery() {
  return queryOptions({
    queryKey: [...ACCOUNT_KEY, 'push'],
    queryFn: ({ signal }) => readState(signal),
    // The permission may change in the settings of the browser.
    refetchOnWindowFocus: true,
  })
}

async function readState(signal: AbortSignal): Promise<PushState> {
  const { publicKey, browsers } = await call(getPush, {}, signal)
  if (publicKey === null) return { kind: 'absent', others: 0, publicKey }
  if (!isPushSupported()) return { kind: 'unsupported', others: browsers.length, publicKey }
  const subscription = await currentSubscription()
  const isKnown = subscription !== null && browsers.includes(await fingerprint(subscription.endpoint))
  const others = browsers.length - (isKnown ? 1 : 0)
  if (Notification.permission === 'denied') return { kind: 'denied', others, publicKey }
  return { kind: isKnown ? 'on' : 'off', others, publicKey }
}

/** Returns false if the user does not permit notifications. */
async function turnOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const subscription = await subscribeBrowser(publicKey)
  const { endpoint, keys } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
  await call(subscribePush, { body })
  return true
}

/** Tells the server first: a browser that it still knew would show up as another one. */
async function turnOff(): Promise<boolean> {
  const subscription = await currentSubscription()
  if (!subscription) return true
  await call(unsubscribePush, { body: { endpoint: subscription.endpoint } })
  return subscription.unsubscribe()
}
