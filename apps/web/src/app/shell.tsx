import { shellTexts } from '@doslovno/texts/shell.ts'
import { Outlet, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

import classes from './shell.module.css'

/** The frame of every page but the sign-in: header, content, footer. */
export function Shell({ children }: { children?: ReactNode }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isFile = path.startsWith('/files/')
  return (
    <div className={classes.shell}>
      <a className="skip" href="#main">
        {shellTexts.skip}
      </a>
      <Header isCompact={isFile} hasUpload={path !== '/' && path !== '/upload'} />
      <main id="main" className={classes.main} tabIndex={-1}>
        {children ?? <Outlet />}
      </main>
      {/* The player stands at the bottom of a file's page. */}
      {!isFile && <Footer />}
    </div>
  )
}
