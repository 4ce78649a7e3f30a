import type { User } from '@doslovno/contract/account/accounts.ts'
import { privacyTexts } from '@doslovno/texts/account/privacy.ts'
import { Trash2 } from 'lucide-react'

import { KeepButton } from './keep-button.tsx'

import classes from './privacy.module.css'

/** Tells on every page that the account will be deleted, and offers to keep it. */
export function DeletionBanner({ user }: { user: User }) {
  if (!user.deletionAt) return null
  return (
    <aside className={`${classes.banner} no-print`} aria-label={privacyTexts.banner.label}>
      <div className={classes.bannerBar}>
        <Trash2 size={20} aria-hidden />
        <b>{privacyTexts.deletion.planned(new Date(user.deletionAt))}</b>
        <KeepButton user={user} />
      </div>
    </aside>
  )
}
