import { brand } from '@doslovno/texts/brand.ts'
import { shellTexts } from '@doslovno/texts/shell.ts'
import { Link } from '@tanstack/react-router'

import { FeedbackButton } from '#features/feedback/index.ts'
import { useUser } from '#lib/queries/account.ts'
import { Wordmark } from '#ui/logo.tsx'

import classes from './shell.module.css'

export function Footer() {
  const user = useUser()
  return (
    <footer className={classes.footer}>
      <div className={classes.footerBar}>
        <Wordmark />
        <span className={classes.motto}>{brand.motto}</span>
        {user && (
          <Link to="/account" hash="minutes" className={classes.balance}>
            {user.tariff.name} · <span className="num">{shellTexts.minutes.short(user.minutesRemain)}</span>
          </Link>
        )}
        <nav className={classes.links} aria-label={shellTexts.links}>
          {(user?.canChangeTariff ?? true) && <Link to="/tariffs">{shellTexts.tariffs}</Link>}
          <Link to="/legal/offer">{shellTexts.offer}</Link>
          <Link to="/legal/privacy">{shellTexts.privacy}</Link>
          <a href="/api/docs">{shellTexts.api}</a>
          <FeedbackButton look="link" />
        </nav>
      </div>
    </footer>
  )
}
