import { SERVICE_WORKER } from './service-worker.ts'

export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Subscribes with the server's key; a subscription by an older key is replaced. */
export async function subscribeBrowser(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(SERVICE_WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  const present = await pushManager.getSubscription()
  if (present && keyOf(present) === publicKey) return present
  await present?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Ends the notifications of this browser, for example when its user signs out; the server learns it by the next one. */
export async function leavePush(): Promise<void> {
  if (!isPushSupported()) return
  const subscription = await currentSubscription()
  await subscription?.unsubscribe()
}

/** The server knows browsers by this. */
export async function fingerprint(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return base64Url(hash)
}

function keyOf({ options }: PushSubscription): string | undefined {
  return options.applicationServerKey ? base64Url(options.applicationServerKey) : undefined
}

function base64Url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
