import { createNames } from '@doslovno/domain/export/archive-names.ts'
import { archiveTexts } from '@doslovno/texts/account/data-archive.ts'

import type { Context } from '#context.ts'
import { exportOf as accountOf } from '#features/accounts/index.ts'
import { exportOf as apiKeyOf } from '#features/api-keys/index.ts'
import { exportOf as auditOf } from '#features/audit/index.ts'
import { exportOf as billingOf } from '#features/billing/index.ts'
import { exportOf as feedbackOf } from '#features/feedback/index.ts'
import { exportOf as foldersOf } from '#features/folders/index.ts'
import { exportOf as linksOf } from '#features/links/index.ts'
import { exportOf as notificationsOf } from '#features/notifications/index.ts'
import { scriptIdsOf } from '#features/scripts/index.ts'
import { exportOf as protectionOf } from '#features/second-factors/index.ts'
import { exportOf as sessionsOf } from '#features/sessions/index.ts'
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
      ...(await accountOf(db, userId)),
      sessions: await sessionsOf(db, userId),
      events: await auditOf(db, userId),
    },
    'protection.json': await protectionOf(db, userId),
    'notifications.json': await notificationsOf(db, userId),
    'api-key.json': await apiKeyOf(db, userId),
    'webhooks.json': await webhooksOf(db, userId),
    'vocabulary.json': await vocabularyOf(db, userId),
    'folders.json': await foldersOf(db, userId),
    'feedback.json': await feedbackOf(db, userId),
    'uploads.json': { uploads: await uploadsOf(db, userId), links: await linksOf(db, userId) },
    'billing/tariff.json': tariff,
    'billing/payments.json': payments,
    'billing/minutes.json': minutes,
    'billing/promo.json': promo,
  }
}
