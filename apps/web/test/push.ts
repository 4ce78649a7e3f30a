import { onTestFinished, vi } from 'vitest'

export const PUBLIC_KEY = 'BPcGEIy7LRjJnXzi1CAi3g0D3toZV1OBba_KydAu8eDRFmEE6-xoSeJ9-zcjEpqPG0wyA4fufgzRXFP2Y08AYzg'
export const ENDPOINT = 'https://push.example/send/1'
/** SHA-256 of the endpoint in base64url, as the server tells it. */
export const FINGERPRINT = 'Zy0Gs-sZtwjNcchkt3ZblPBOuuTBE_XltkvTDQk8qyQ'

type Options = { permission?: NotificationPermission; answer?: NotificationPermission; isSubscribed?: boolean }

/** A browser with a push service, whose user answers the question for the permission. */
export function stubPush({ permission = 'default', answer = 'granted', isSubscribed = false }: Options = {}) {
  const subscription = {
    endpoint: ENDPOINT,
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'B-key', auth: 'secret' } }),
    unsubscribe: vi.fn<() => Promise<boolean>>(async () => {
      current = null
      return true
    }),
  }
  let current = isSubscribed ? subscription : null
  const subscribe = vi.fn<(options: PushSubscriptionOptionsInit) => Promise<typeof subscription>>(
    async () => (current = subscription),
  )
  const registration = { pushManager: { getSubscription: async () => current, subscribe } }
  const register = vi.fn<(url: string) => Promise<typeof registration>>(async () => registration)
  const worker = { register, ready: Promise.resolve(registration), getRegistration: async () => registration }
  const requestPermission = vi.fn<() => Promise<NotificationPermission>>(async () => {
    notification.permission = answer
    return answer
  })
  const notification = { permission, requestPermission }
  vi.stubGlobal('Notification', notification)
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker })
  // The real one is a property of the prototype.
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  return { register, subscribe, subscription, requestPermission }
}
