import { retentionMails } from '@doslovno/texts/account/retention-mails.ts'
import * as z from 'zod'

import type { Context } from '#context.ts'
import { defineMail, sendMail } from '#features/mails/index.ts'
import { markWarned, ownersToWarn, scriptsById } from '#features/scripts/index.ts'
import { contactOf } from '#features/users/index.ts'

const DAY_MS = 86_400_000
/** The job runs once a day, so a mail arrives three to four days before its files are deleted. */
const WARNED_DAYS = 4
const OWNERS = 200
/** More are counted, not named. */
const NAMED = 10

/** Mails every owner whose files will be deleted soon, once for each file and its time. */
export async function warnOwners(ctx: Context, signal?: AbortSignal): Promise<void> {
  const failed: string[] = []
  const now = ctx.now()
  const soon = { from: now, to: new Date(now.getTime() + WARNED_DAYS * DAY_MS) }
  const findOwners = () => ownersToWarn(ctx.db, soon, { except: failed, limit: OWNERS })
  for (let owners = await findOwners(); owners.length > 0; owners = await findOwners())
    for (const userId of owners) {
      signal?.throwIfAborted()
      await ctx.db
        .transaction()
        .execute(async (tx) => {
          const ids = await markWarned(tx, userId, soon)
          if (ids.length > 0)
            await sendMail(ctx, tx, expiryMail, { userId, scriptIds: ids.slice(0, NAMED), count: ids.length })
        })
        .catch((error: unknown) => {
          failed.push(userId)
          ctx.log.error({ err: error, userId }, 'failed to warn an owner')
        })
    }
  if (failed.length > 0) throw new Error(`${failed.length} owners were not warned`)
}

/** Names the files that will be deleted soon. Not due any more if all of them are kept longer or gone. */
export const expiryMail = defineMail({
  name: 'retention.mail',
  data: z.object({ userId: z.uuid(), scriptIds: z.array(z.uuid()), count: z.int() }),
  write: async ({ db, config }, { userId, scriptIds, count }) => {
    const owner = await contactOf(db, userId)
    const scripts = (await scriptsById(db, scriptIds)).filter(
      ({ expiredAt, keepUntil, warnedUntil }) => !expiredAt && keepUntil.getTime() === warnedUntil?.getTime(),
    )
    if (!owner?.email || scripts.length === 0) return undefined
    const files = scripts.map(({ fileName, keepUntil }) => ({ fileName, keepUntil }))
    const [only] = count === 1 ? scripts : []
    const link = only ? `${config.publicUrl}/files/${only.id}` : config.publicUrl
    const others = count - scriptIds.length
    const { email, name, timeZone } = owner
    return { to: email, content: retentionMails.expiring({ name, link, timeZone, files, others }) }
  },
})
