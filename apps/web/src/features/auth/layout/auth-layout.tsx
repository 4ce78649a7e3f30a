import { authTexts } from '@doslovno/texts/account/auth.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { shellTexts } from '@doslovno/texts/shell.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

import { Logo, Wordmark } from '#ui/logo.tsx'

import classes from './auth-layout.module.css'

type Props = {
  title: string
  /** Icon above the title, for pages that report an outcome. */
  sign?: ReactNode
  /** Stands with the pitch on wide screens. */
  beside?: ReactNode
  children: ReactNode
}

/** The frame of the sign-in pages: the form, and beside it on wide screens a short pitch. */
export function AuthLayout({ title, sign, beside, children }: Props) {
  return (
    <div className={classes.layout}>
      <title>{pageTitle(title)}</title>
      <div className={classes.side}>
        <header className={classes.header}>
          <div className={classes.logo}>
            <Logo size={36} />
            <Wordmark />
          </div>
          <Link to="/tariffs">{shellTexts.tariffs}</Link>
        </header>
        <main className={classes.card}>
          {sign}
          <Title>{title}</Title>
          {children}
        </main>
        <footer>
          <nav className={classes.links} aria-label={shellTexts.links}>
            <Link to="/tariffs">{shellTexts.tariffs}</Link>
            <Link to="/legal/offer">{shellTexts.offer}</Link>
            <Link to="/legal/privacy">{shellTexts.privacy}</Link>
          </nav>
        </footer>
      </div>
      <Pitch>{beside}</Pitch>
    </div>
  )
}

/** Takes the focus when it changes, so that a screen reader announces it; a field of the new step may have it already. */
function Title({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(children)
  useEffect(() => {
    const hasField = document.activeElement instanceof HTMLInputElement
    if (shown.current !== children && !hasField) heading.current?.focus()
    shown.current = children
  }, [children])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

/** The quote and the promises only decorate; what stands between them is for everybody. */
function Pitch({ children }: { children: ReactNode }) {
  const [before, marked, after] = authTexts.quote
  return (
    <aside className={classes.aside} aria-label={authTexts.pitch} data-full={children ? true : undefined}>
      <p aria-hidden>
        {before}
        <mark>{marked}</mark>
        {after}
      </p>
      {children}
      <ul aria-hidden>
        {authTexts.promises.map((promise) => (
          <li key={promise}>{promise}</li>
        ))}
      </ul>
    </aside>
  )
}
