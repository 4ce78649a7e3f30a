import { shellTexts } from '@doslovno/texts/shell.ts'
import { Outlet, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { PasswordQuestion } from '#features/account/index.ts'
import { RepayBanner } from '#features/payment/index.ts'
import { DeletionBanner } from '#features/privacy/index.ts'
import { VisitorBanner } from '#features/sharing/index.ts'
import { useSession } from '#lib/session/current.ts'

import { ApiBanner } from './api-banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

import classes from './shell.module.css'

/** The frame of every page except the sign-in: header, content, footer. */
export function Shell({ children }: { children?: ReactNode }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { user } = useSession()
  const isFile = path.startsWith('/files/')
  const isFailed = user?.tariff.subscriptionStatus === 'paymentFailed'
  return (
    <div className={classes.shell}>
      <a className="skip" href="#main">
        {shellTexts.skip}
      </a>
      <Header isCompact={isFile} hasUpload={path !== '/' && path !== '/upload'} />
      {user && <DeletionBanner user={user} />}
      {user && <RepayBanner user={user} isHidden={path === '/account'} />}
      {user && !isFailed && !user.deletionAt && !isFile && path !== '/account' && <ApiBanner />}
      {/* A file's page has its own. */}
      {!isFile && <VisitorBanner />}
      <main id="main" className={classes.main} tabIndex={-1}>
        {user?.isPasswordPending && !isFailed && <PasswordQuestion />}
        {children ?? <Outlet />}
      </main>
      {/* On a file's page the player takes the footer's room. */}
      {!isFile && <Footer />}
    </div>
  )
}
