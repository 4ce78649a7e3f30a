import type { ReactNode } from 'react'

import classes from './section.module.css'

type Props = {
  title: string
  /** The target of links that jump to the section. */
  id?: string
  /** A button beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A titled card of a page. */
export function Section({ title, id, aside, children }: Props) {
  return (
    <section className={classes.section} id={id} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
