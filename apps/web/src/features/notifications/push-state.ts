import { getPush, subscribePush, unsubscribePush } from '@doslovno/contract/notifications.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import { currentSubscription, fingerprint, isPushSupported, subscribeBrowser } from '#lib/push/browser-push.ts'
import { ACCOUNT_KEY } from '#lib/queries/account.ts'

/** `absent`: the server sends none. `others`: further browsers that show notifications. */
export type PushState = {
  kind: 'absent' | 'unsupported' | 'denied' | 'on' | 'off'
  others: number
  publicKey: string | null
}

export function pushQuery() {
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
export async function turnOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const subscription = await subscribeBrowser(publicKey)
  const { endpoint, keys } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
  await call(subscribePush, { body })
  return true
}

/** Tells the server first: a browser that it still knew would show up as another one. */
export async function turnOff(): Promise<boolean> {
  const subscription = await currentSubscription()
  if (!subscription) return true
  await call(unsubscribePush, { body: { endpoint: subscription.endpoint } })
  return subscription.unsubscribe()
}
