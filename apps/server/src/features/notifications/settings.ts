import type { AccountInfo } from '@doslovno/contract/accounts.ts'
import type { NotificationTarget } from '@doslovno/contract/notifications.ts'
import type { ExportFormat } from '@doslovno/domain/export/formats.ts'

import type { Context } from '#context.ts'
import { userById } from '#features/users/index.ts'
import type { Db } from '#platform/db.ts'
import { AppError, invalidFields } from '#platform/errors.ts'

import { changeSettings, settingsOf } from './repo.ts'

type Choice = { targets: readonly NotificationTarget[]; formats: readonly ExportFormat[] }

/** A target that is absent is switched off. */
export async function saveNotifications({ db }: Context, userId: string, { targets, formats }: Choice): Promise<void> {
  const isEmailOn = targets.includes('email')
  if (isEmailOn && !(await userById(db, userId))?.email) throw new AppError('noEmail')
  const refusal = invalidFields({ formats: isEmailOn && formats.length === 0 ? 'required' : undefined })
  if (refusal) throw refusal
  await changeSettings(db, userId, { isEmailOn, isPushOn: targets.includes('push'), formats: [...new Set(formats)] })
}

/** The targets that are switched on, as the account shows them. */
export async function notificationTargetsOf(db: Db, userId: string): Promise<AccountInfo['notificationTargets']> {
  const [{ isEmailOn, isPushOn, formats }, user] = await Promise.all([settingsOf(db, userId), userById(db, userId)])
  return [
    ...(isEmailOn && user?.email ? [{ target: 'email' as const, formats }] : []),
    ...(isPushOn ? [{ target: 'push' as const, formats: [] }] : []),
  ]
}
