import type { ReactNode } from 'react'

import classes from './account.module.css'

/** One card of the account page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
