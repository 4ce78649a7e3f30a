import { shellTexts } from '@doslovno/texts/shell.ts'

import { Logo } from '#ui/logo.tsx'

import classes from './screens.module.css'

/** Stands for the moment in which the account is being found out. */
export function StartScreen() {
  return (
    <div className={classes.start} role="status">
      <Logo size={52} />
      <span className="visually-hidden">{shellTexts.loading}</span>
    </div>
  )
}
