import type { MailContent } from '@doslovno/texts/mails.ts'
import * as z from 'zod'

import { defineJob, type WorkerContext, type Context } from '#context.ts'
import type { Tx } from '#platform/db.ts'
import type { AppError } from '#platform/errors.ts'
import { idsOf, type Jobs } from '#platform/jobs.ts'
import { retryForDays } from '#platform/retry-schedule.ts'
import { mailsLost } from '#platform/telemetry.ts'

import { renderMail } from './render.ts'

/** A kind of mail. Its name and data wait in the queue; its words are written when it is sent. */
export type MailTemplate<N extends string = string, P extends z.ZodType = z.ZodType> = {
  name: N
  data: P
  /** Somebody waits for it in front of a page: it goes before the others. */
  isUrgent?: boolean
  /** Undefined: the mail is no longer due. */
  write(ctx: WorkerContext, data: z.output<P>): Promise<Letter | undefined> | Letter | undefined
}

export type Letter = { to: string; content: MailContent; replyTo?: string }

/** A template is sent by workers once `handlers.ts` lists it. */
export function defineMail<N extends string, P extends z.ZodType>(template: MailTemplate<N, P>): MailTemplate<N, P> {
  return template
}

const mailJob = {
  name: 'mails.send',
  role: 'mail',
  payload: z.looseObject({ mail: z.string() }),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 8,
} as const

/** Enqueues a mail: it is sent if and only if the transaction commits. */
export function sendMail<P extends z.ZodType<object>>(
  { jobs }: { jobs: Jobs },
  tx: Tx,
  { name, data: schema, isUrgent = false }: MailTemplate<string, P>,
  data: z.input<P>,
): Promise<void> {
  return jobs.enqueue(tx, mailJob, [{ ...schema.parse(data), mail: name }], { isUrgent })
}

/** Writes and sends a mail by its template. */
export function sendMails(templates: readonly MailTemplate[]) {
  const templateOf = (name: string) => {
    const template = templates.find((known) => known.name === name)
    if (!template) throw new Error(`No template ${name}`)
    return template
  }
  return defineJob({
    ...mailJob,
    run: (ctx, { mail, ...data }) => deliver(ctx, templateOf(mail), data),
    giveUp: async (ctx, payload, failure) => reportLostMail(ctx, mailJob.name, failure, payload),
  })
}

/** The queue of its own that a mail had in 0.1.0. Drop it after 0.2.0, when no worker of 0.1.0 can have left a job. */
export function formerQueueOf(template: MailTemplate) {
  const { name, data: payload } = template
  return defineJob({
    ...mailJob,
    name,
    payload: payload as z.ZodType<object>, // a job takes an object
    concurrency: 1,
    run: (ctx, data) => deliver(ctx, template, data),
    giveUp: async (ctx, data, failure) => reportLostMail(ctx, name, failure, data),
  })
}

async function deliver(ctx: WorkerContext, template: MailTemplate, data: unknown): Promise<void> {
  const letter = await template.write(ctx, template.data.parse(data))
  if (!letter) return
  const { to, content, replyTo } = letter
  await ctx.mail.send(to, { ...renderMail(content, ctx.config), ...(replyTo && { replyTo }) })
}

/** Makes a mail that will never be sent visible to operators; its addressee cannot be told. */
export function reportLostMail({ log }: Context, job: string, failure: AppError, payload: object): void {
  mailsLost.inc({ job, reason: failure.code })
  log.warn({ job, reason: failure.code, ...idsOf(payload) }, 'a mail was not sent')
}
