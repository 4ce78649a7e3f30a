import { createNames } from '@doslovno/domain/export/archive-names.ts'
import { archiveTexts } from '@doslovno/texts/account/data-archive.ts'

import type { Context } from '#context.ts'
import { exportFactors, exportKey, exportSessions, exportSignIns } from '#features/accounts/index.ts'
import { exportOf as billingOf } from '#features/billing/index.ts'
import { exportOf as linksOf } from '#features/links/index.ts'
import { exportOf as notificationsOf } from '#features/notifications/index.ts'
import { exportAudit, exportFeedback } from '#features/operations/index.ts'
import { exportFolders, scriptIdsOf } from '#features/scripts/index.ts'
import { exportOf as uploadsOf } from '#features/uploads/index.ts'
import { exportOf as profileOf } from '#features/users/index.ts'
import { exportOf as vocabularyOf } from '#features/vocabulary/index.ts'
import { exportOf as webhooksOf } from '#features/webhooks/index.ts'
import type { Db } from '#platform/db.ts'

import { addFile } from './archive-file.ts'
import { type Archive, json } from './archive-format.ts'
import { inOneMoment } from './one-moment.ts'

/** Writes everything that the service stores about a person. Each feature tells its own part; none tells a secret. */
export async function fillArchive(ctx: Context, archive: Archive): Promise<void> {
  const { zip, userId, signal } = archive
  const madeAt = ctx.now()
  await zip.add('README.txt', archiveTexts.readme(madeAt))
  const facts = await inOneMoment(ctx.db, (db) => factsOf(db, userId))
  for (const [path, content] of Object.entries(facts)) await zip.add(path, json(content))
  const nameOf = createNames()
  for (const scriptId of await scriptIdsOf(ctx.db, userId)) {
    signal.throwIfAborted()
    await addFile(ctx, archive, { scriptId, nameOf })
  }
  zip.end()
}

async function factsOf(db: Db, userId: string): Promise<Record<string, unknown>> {
  const { tariff, payments, minutes, promo } = await billingOf(db, userId)
  return {
    'account.json': {
      profile: await profileOf(db, userId),
      ...(await exportSignIns(db, userId)),
      sessions: await exportSessions(db, userId),
      events: await exportAudit(db, userId),
    },
    'protection.json': await exportFactors(db, userId),
    'notifications.json': await notificationsOf(db, userId),
    'api-key.json': await exportKey(db, userId),
    'webhooks.json': await webhooksOf(db, userId),
    'vocabulary.json': await vocabularyOf(db, userId),
    'folders.json': await exportFolders(db, userId),
    'feedback.json': await exportFeedback(db, userId),
    'uploads.json': { uploads: await uploadsOf(db, userId), links: await linksOf(db, userId) },
    'billing/tariff.json': tariff,
    'billing/payments.json': payments,
    'billing/minutes.json': minutes,
    'billing/promo.json': promo,
  }
}
