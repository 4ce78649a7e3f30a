import { authTexts } from '@doslovno/texts/auth.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import type { ReactNode } from 'react'

import { Logo, Wordmark } from '#ui/logo.tsx'

import classes from './auth-layout.module.css'

/** The frame of the sign-in pages: the form, and beside it on a wide screen what it opens. */
export function AuthLayout({ title, children }: { title: string; children: ReactNode }) {
  const [before, marked, after] = authTexts.quote
  return (
    <div className={classes.layout}>
      <title>{pageTitle(title)}</title>
      <main className={classes.card}>
        <div className={classes.logo}>
          <Logo size={36} />
          <Wordmark />
        </div>
        <h1>{title}</h1>
        {children}
      </main>
      <aside className={classes.aside} aria-hidden>
        <p>
          {before}
          <mark>{marked}</mark>
          {after}
        </p>
        <ul>
          {authTexts.promises.map((promise) => (
            <li key={promise}>{promise}</li>
          ))}
        </ul>
      </aside>
    </div>
  )
}
