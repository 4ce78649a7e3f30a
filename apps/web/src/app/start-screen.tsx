import { shellTexts } from '@doslovno/texts/shell.ts'

import { Logo } from '#ui/logo.tsx'

import classes from './screens.module.css'

/** Shown while the session is being restored. */
export function StartScreen() {
  return (
    <div className={classes.start} role="status">
      <Logo size={52} />
      <span className="visually-hidden">{shellTexts.loading}</span>
    </div>
  )
}
