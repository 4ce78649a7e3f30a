import type { User } from '@doslovno/contract/account/accounts.ts'

import { PasswordQuestion } from '#features/account/index.ts'
import { RepayBanner, usePromo } from '#features/billing/index.ts'
import { DeletionBanner } from '#features/privacy/index.ts'
import { UploadPill } from '#features/upload/index.ts'

import { AccountMenu } from './account-menu.tsx'
import { ApiBanner } from './api-banner.tsx'
import { MinutesPill } from './minutes-pill.tsx'

type Props = { user: User; path: string }

export { AccountMenu }

export function OwnPills({ user }: { user: User }) {
  return (
    <>
      <UploadPill />
      <MinutesPill user={user} />
    </>
  )
}

export function OwnBanners({ user, path }: Props) {
  const hasNews = !isFailed(user) && !user.deletionAt && !path.startsWith('/files/') && path !== '/account'
  return (
    <>
      <DeletionBanner user={user} />
      <RepayBanner user={user} isHidden={path === '/account'} />
      {hasNews && <ApiBanner />}
    </>
  )
}

export function OwnQuestion({ user }: { user: User }) {
  return user.isPasswordPending && !isFailed(user) && <PasswordQuestion />
}

export function OwnPromo({ userId }: { userId: string }) {
  usePromo(userId)
  return null
}

const isFailed = ({ tariff }: User) => tariff.subscriptionStatus === 'paymentFailed'
