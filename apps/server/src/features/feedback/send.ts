import { randomUUID } from 'node:crypto'

import type { Actor } from '@doslovno/domain/access.ts'
import { isEmail, normalEmail } from '@doslovno/domain/account/email.ts'
import { feedbackMail } from '@doslovno/texts/feedback.ts'

import type { Context, WorkerContext } from '#context.ts'
import { renderMail } from '#features/mails/index.ts'
import { invalidFields } from '#platform/errors.ts'

import { sendToOperator } from './jobs.ts'
import { feedbackById, insertFeedback } from './repo.ts'

type Message = { email: string; text: string; page?: string | undefined }

/** Stores the message and mails it to the operator. */
export async function sendFeedback(
  ctx: Context,
  { email, text, page }: Message,
  { actor, address }: { actor: Actor | undefined; address: string },
): Promise<void> {
  const [sender, written] = [normalEmail(email), text.trim()]
  const refusal = invalidFields({ email: emailProblem(sender), text: written === '' ? 'required' : undefined })
  if (refusal) throw refusal
  await ctx.rateLimits.spend('feedbackByAddress', address)
  const id = randomUUID()
  await ctx.db.transaction().execute(async (tx) => {
    await insertFeedback(tx, {
      id,
      userId: actor?.userId ?? null,
      email: sender,
      text: written,
      page: page ?? null,
      createdAt: ctx.now(),
    })
    await ctx.jobs.enqueue(tx, sendToOperator, [{ feedbackId: id }])
  })
}

function emailProblem(email: string): string | undefined {
  if (email === '') return 'required'
  return isEmail(email) ? undefined : 'auth.emailWrongFormat'
}

/** The operator answers the sender directly. */
export async function mailFeedback(ctx: WorkerContext, id: string): Promise<void> {
  const feedback = await feedbackById(ctx.db, id)
  if (!feedback) return
  const mail = renderMail(feedbackMail(feedback))
  await ctx.mail.send(ctx.config.operatorEmail, { ...mail, replyTo: feedback.email })
}
