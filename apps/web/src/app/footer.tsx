import { brand } from '@doslovno/texts/brand.ts'
import { shellTexts } from '@doslovno/texts/shell.ts'
import { Link } from '@tanstack/react-router'

import { Wordmark } from '#ui/logo.tsx'

import classes from './shell.module.css'

export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.footerBar}>
        <Wordmark />
        <span className={classes.motto}>{brand.motto}</span>
        <nav className={classes.legal} aria-label={shellTexts.legal}>
          <Link to="/legal/offer">{shellTexts.offer}</Link>
          <Link to="/legal/privacy">{shellTexts.privacy}</Link>
        </nav>
      </div>
    </footer>
  )
}
