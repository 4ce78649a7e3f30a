import type { WebhookDelivery, WebhookEndpoint } from '@doslovno/contract/webhooks.ts'
import { sql } from 'kysely'

import type { WorkerContext } from '#context.ts'
import { giveUpProcess } from '#features/transcription/give-up.ts'
import { retryDue } from '#features/webhooks/jobs.ts'
import { readConfig } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'

import { answerWith, startReceiver } from './receiver.ts'
import { runJobs } from './run-jobs.ts'
import { addTalk, recognise } from './summaries.ts'
import { type Caller, createTestApp } from './test-app.ts'

export const ALL_EVENTS = ['script.completed', 'script.failed', 'summary.completed'] as const

type Mail = { to: string; subject: string; text: string }

/** The app with a receiver on loopback that it may send to, and the mails it sent. */
export async function openTestWebhooks() {
  const receiver = await startReceiver()
  const { download } = readConfig({ ...process.env, MODELS_DIR: '-' })
  const test = await createTestApp({ download: { ...download, allowedPrivateHosts: [receiver.host] } })
  const { ctx } = test
  const mails: Mail[] = []
  ctx.mail.send = async (to, { subject, text }) => void mails.push({ to, subject, text })
  const enqueueDue = () => retryDue.run(ctx as WorkerContext, {}, new AbortController().signal)
  return {
    test,
    receiver,
    mails,
    /** Messages that one test leaves undelivered must not arrive in another. */
    reset: async () => {
      receiver.received = []
      receiver.answer = answerWith(204)
      mails.length = 0
      await sql`delete from webhook_endpoints`.execute(ctx.db)
      await sql`delete from pgboss.job where name like 'webhooks.%' or name like 'summaries.%'`.execute(ctx.db)
    },
    close: async () => {
      await test.close()
      await receiver.close()
    },
    add: async (caller: Caller, events: readonly string[] = ALL_EVENTS, url = receiver.url) => {
      const reply = await create(caller, { url, events })
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.json<{ webhook: WebhookEndpoint & { secret: string } }>().webhook
    },
    /** A file whose text has just become ready. */
    finishScript: async (owner: Caller): Promise<string> => {
      const scriptId = await addTalk(test, owner)
      await recognise(test, owner, scriptId, { again: true })
      return scriptId
    },
    /** A file whose processing has just failed. */
    failScript: async (owner: Caller): Promise<string> => {
      const scriptId = await addTalk(test, owner)
      const again = { method: 'POST', url: `/api/scripts/${scriptId}/process`, payload: { again: true } } as const
      const { processId } = (await owner.call(again)).json<{ processId: string }>()
      await giveUpProcess(ctx, processId, new AppError('mediaBroken'))
      return scriptId
    },
    /** The schedule calls it every minute. */
    enqueueDue,
    /** Lets the pause before the next attempt pass, and the minute of the schedule. */
    passPause: async () => {
      await sql`update webhook_deliveries set next_attempt_at = now() - interval '1 second' where state = 'pending'`.execute(
        ctx.db,
      )
      await enqueueDue()
    },
    run: () => runJobs(test, 'webhooks', 8),
  }
}

export const urlOf = (id: string, rest = '') => `/api/webhooks/${id}${rest}`

export function create(caller: Caller, payload: object): ReturnType<Caller['call']> {
  return caller.call({ method: 'POST', url: '/api/webhooks', payload })
}

export async function edit(caller: Caller, id: string, payload: object): Promise<WebhookEndpoint> {
  const reply = await caller.call({ method: 'PATCH', url: urlOf(id), payload })
  return reply.json<{ webhook: WebhookEndpoint }>().webhook
}

export async function listed(caller: Caller): Promise<WebhookEndpoint[]> {
  return (await caller.call({ url: '/api/webhooks' })).json<{ data: WebhookEndpoint[] }>().data
}

export async function deliveriesOf(caller: Caller, id: string, query = ''): Promise<WebhookDelivery[]> {
  const reply = await caller.call({ url: `${urlOf(id, '/deliveries')}${query}` })
  return reply.json<{ data: WebhookDelivery[] }>().data
}

export function sendTest(caller: Caller, id: string): ReturnType<Caller['call']> {
  return caller.call({ method: 'POST', url: urlOf(id, '/test') })
}

export function replay(caller: Caller, id: string, deliveryId: string): ReturnType<Caller['call']> {
  return caller.call({ method: 'POST', url: urlOf(id, `/deliveries/${deliveryId}/replay`) })
}
