import { mailLinkSeconds } from '@doslovno/domain/account/mail-link.ts'

import type { Context } from '#context.ts'
import { confirmRecovery } from '#features/accounts/index.ts'
import { sendMail } from '#features/mails/index.ts'
import { contactOf } from '#features/users/index.ts'

import { privacyMail } from './mail.ts'
import { removeAdded } from './remove-added.ts'

/** An owner has as long to take an account back as to revert a change of its e-mail. */
const BACK_MS = mailLinkSeconds.revertEmail * 1000

type Recovery = { token: string; newPassword: string; isStolen: boolean }

/** Sets a new password. Of an account that its owner calls stolen also removes what was added lately. */
export async function recover(ctx: Context, { isStolen, ...password }: Recovery, address: string): Promise<void> {
  const since = new Date(ctx.now().getTime() - BACK_MS)
  await confirmRecovery(ctx, {
    ...password,
    address,
    alsoDo: async (tx, { userId, email }) => {
      if (!isStolen) return
      const removed = await removeAdded(ctx, tx, { userId, address, since })
      const name = (await contactOf(tx, userId))?.name ?? ''
      if (removed.length > 0) await sendMail(ctx, tx, privacyMail, { kind: 'addedRemoved', email, name, removed })
    },
  })
}
