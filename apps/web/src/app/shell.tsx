import { shellTexts } from '@doslovno/texts/shell.ts'
import { Outlet, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { VisitorBanner } from '#features/sharing/index.ts'
import { useSession } from '#lib/session/current.ts'

import { Data } from './data.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OwnBanners, OwnPromo, OwnQuestion } from './own.tsx'

import classes from './shell.module.css'

/** The frame of every page except the sign-in: header, content, footer, and the data of them all. */
export function Shell({ children }: { children?: ReactNode }) {
  return (
    <Data>
      <Frame>{children}</Frame>
    </Data>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { user } = useSession()
  const isFile = path.startsWith('/files/') || path === '/demo'
  return (
    <div className={classes.shell}>
      <a className="skip" href="#main">
        {shellTexts.skip}
      </a>
      <Header isCompact={isFile} hasUpload={path !== '/' && path !== '/upload'} />
      {user && <OwnPromo userId={user.id} />}
      {user && <OwnBanners user={user} path={path} />}
      {/* A file's page has its own. */}
      {!isFile && <VisitorBanner />}
      <main id="main" className={classes.main} tabIndex={-1}>
        {user?.isPasswordPending && <OwnQuestion user={user} />}
        {children ?? <Outlet />}
      </main>
      {/* On a file's page the player takes the footer's room. */}
      {!isFile && <Footer />}
    </div>
  )
}
