import { randomUUID } from 'node:crypto'

import type { Actor } from '@doslovno/domain/access.ts'
import { isEmail, normalEmail } from '@doslovno/domain/account/email.ts'
import { feedbackMail } from '@doslovno/texts/feedback.ts'
import * as z from 'zod'

import type { Context } from '#context.ts'
import { defineMail, sendMail } from '#features/mails/index.ts'
import { invalidFields } from '#platform/errors.ts'

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
    await sendMail(ctx, tx, operatorMail, { feedbackId: id })
  })
}

function emailProblem(email: string): string | undefined {
  if (email === '') return 'required'
  return isEmail(email) ? undefined : 'auth.emailWrongFormat'
}

/** Mails a message to the operator, who answers the sender directly. */
export const operatorMail = defineMail({
  name: 'feedback.send',
  data: z.object({ feedbackId: z.uuid() }),
  write: async ({ db, config }, { feedbackId }) => {
    const feedback = await feedbackById(db, feedbackId)
    return feedback && { to: config.operatorEmail, content: feedbackMail(feedback), replyTo: feedback.email }
  },
})
