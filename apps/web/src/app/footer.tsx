import { brand } from '@doslovno/texts/brand.ts'

import { Wordmark } from '#ui/logo.tsx'

import classes from './shell.module.css'

export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.footerBar}>
        <Wordmark />
        <span>{brand.motto}</span>
      </div>
    </footer>
  )
}
