import * as z from 'zod'

export const WebhookPlan = z.object({
  mode: z.enum(['on', 'off', 'duplicate', 'delayed', 'reordered', 'beforeResponse']),
  /** Of `duplicate`. */
  copies: z.int().min(1).max(100).default(2),
  /** Of `delayed`. */
  delayMs: z.int().min(0).default(1000),
})
export type WebhookPlan = z.infer<typeof WebhookPlan>

export type Notification = { type: 'notification'; event: string; object: { id: string } }

/** One attempt to deliver a notification. */
export type Attempt = { event: string; objectId: string; outcome: number | 'failed' }

type Delivery = { notification: Notification; dueAt: number; until: number; attempts: number }

const SECOND = 1000
const LIFE = 24 * 60 * 60 * SECOND
const TIMEOUT = 10 * SECOND
// The real pauses are unpublished.
const pauses = [10, 60, 5 * 60, 15 * 60, 60 * 60].map((seconds) => seconds * SECOND)

export type Webhooks = ReturnType<typeof createWebhooks>

/** Sends notifications to the shop and repeats each until the answer is 200, for 24 hours of the simulator's clock. */
export function createWebhooks(url: string | undefined, now: () => number) {
  let plan: WebhookPlan = WebhookPlan.parse({ mode: 'on' })
  let queue: Delivery[] = []
  let attempts: Attempt[] = []
  // One at a time, so that the order is the one that was asked for.
  let sending = Promise.resolve()
  const stopped = new AbortController()

  const send = async (delivery: Delivery): Promise<void> => {
    const outcome = await post(url ?? '', delivery.notification, stopped.signal)
    attempts.push({ event: delivery.notification.event, objectId: delivery.notification.object.id, outcome })
    const dueAt = now() + (pauses[delivery.attempts] ?? pauses.at(-1) ?? 0)
    if (outcome !== 200 && dueAt < delivery.until) queue.push({ ...delivery, dueAt, attempts: delivery.attempts + 1 })
  }
  const sendAll = (deliveries: readonly Delivery[]): Promise<void> => {
    queue = queue.filter((delivery) => !deliveries.includes(delivery))
    for (const delivery of deliveries) sending = sending.then(() => send(delivery))
    return sending
  }
  const sendDue = () => sendAll(queue.filter(({ dueAt }) => dueAt <= now()))

  return {
    notify(notification: Notification): void {
      if (!url) return
      const delivery = { notification, dueAt: dueAtOf(plan, now()), until: now() + LIFE, attempts: 0 }
      const copies = plan.mode === 'duplicate' ? plan.copies : 1
      queue.push(...Array.from({ length: copies }, () => ({ ...delivery })))
      if (plan.mode === 'reordered') void sendAll(pairOf(queue))
      void sendDue()
    },
    configure: (next: WebhookPlan) => void (plan = next),
    sendDue,
    /** Sends everything that waits, also what `off` keeps back; newest first if they are `reordered`. */
    flush: () => sendAll(plan.mode === 'reordered' ? queue.toReversed() : queue),
    /** Before an answer of the API leaves, if notifications must come first. */
    beforeResponse: () => (plan.mode === 'beforeResponse' ? sending : Promise.resolve()),
    waiting: (): Notification[] => queue.map(({ notification }) => notification),
    attempts: (): Attempt[] => [...attempts],
    clear(): void {
      plan = WebhookPlan.parse({ mode: 'on' })
      queue = []
      attempts = []
    },
    close: () => stopped.abort(),
  }
}

function dueAtOf({ mode, delayMs }: WebhookPlan, now: number): number {
  if (mode === 'off' || mode === 'reordered') return Infinity
  return mode === 'delayed' ? now + delayMs : now
}

/** The two that wait, newer first; nothing while there is only one. */
function pairOf(queue: readonly Delivery[]): Delivery[] {
  const held = queue.filter(({ dueAt }) => dueAt === Infinity)
  return held.length < 2 ? [] : held.toReversed()
}

async function post(url: string, notification: Notification, signal: AbortSignal): Promise<number | 'failed'> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(notification),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    })
    await reply.body?.cancel()
    return reply.status
  } catch {
    return 'failed'
  }
}
