import { brand } from '@doslovno/texts/brand.ts'
import { shellTexts } from '@doslovno/texts/shell.ts'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

import { FeedbackButton } from '#features/feedback/index.ts'
import { VisitorBanner } from '#features/sharing/index.ts'
import { live } from '#lib/live/current.ts'
import { refreshUser, useUser } from '#lib/queries/account.ts'
import { createQueryClient } from '#lib/queries/client.ts'
import { refetchScripts } from '#lib/queries/scripts.ts'
import { onLeave, session } from '#lib/session/current.ts'
import { Logo, Wordmark } from '#ui/logo.tsx'

import { minutesLeft } from './minutes-level.ts'
import { AccountMenu, OwnBanners, OwnPills, OwnPromo, OwnQuestion } from './own.tsx'
import { useOtherScheme } from './use-other-scheme.ts'

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
  const user = useUser()
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
      <Footer />
    </div>
  )
}

/** The data of the pages inside the frame, kept up to date; the pages of the sign-in have none. */
function Data({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  useEffect(() => followChanges(queryClient), [queryClient])
  // The next user must not see it.
  useEffect(() => onLeave(() => queryClient.clear()), [queryClient])
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

/** Keeps what is on screen up to date with the changes of the signed-in user; returns how to stop. */
function followChanges(queries: QueryClient): () => void {
  const refetch = whileVisible(() => {
    void refreshUser(queries)
    refetchScripts(queries)
  })
  const stops = [live.onChange(refetch.call), live.isOn.subscribe(refetch.call), refetch.stop, followUser()]
  return () => {
    for (const stop of stops) stop()
  }
}

/** A call that a hidden tab puts off until it is shown; `stop` forgets it. */
function whileVisible(work: () => void): { call: () => void; stop: () => void } {
  let isDue = false
  const call = () => {
    isDue = document.visibilityState === 'hidden'
    if (!isDue) work()
  }
  const onVisibility = () => {
    if (isDue) call()
  }
  document.addEventListener('visibilitychange', onVisibility)
  return { call, stop: () => document.removeEventListener('visibilitychange', onVisibility) }
}

/** The stream belongs to a user: it begins with the sign-in and ends with the logout. */
function followUser(): () => void {
  let userId: string | null = null
  let stop: (() => void) | undefined
  const follow = () => {
    const next = session.getState().userId
    if (next === userId) return
    userId = next
    stop?.()
    stop = next === null ? undefined : live.start()
  }
  follow()
  const unsubscribe = session.subscribe(follow)
  return () => {
    unsubscribe()
    stop?.()
  }
}

function Footer() {
  const user = useUser()
  return (
    <footer className={classes.footer}>
      <div className={classes.footerBar}>
        <Wordmark />
        <span className={classes.motto}>{brand.motto}</span>
        {user && (
          <Link to="/account" hash="minutes" className={classes.balance}>
            {user.tariff.name} · <span className="num">{minutesLeft(user)}</span>
          </Link>
        )}
        <nav className={classes.links} aria-label={shellTexts.links}>
          {(user?.canChangeTariff ?? true) && <Link to="/tariffs">{shellTexts.tariffs}</Link>}
          <Link to="/legal/offer">{shellTexts.offer}</Link>
          <Link to="/legal/privacy">{shellTexts.privacy}</Link>
          <a href="/api/docs">{shellTexts.api}</a>
          <FeedbackButton look="link" />
        </nav>
      </div>
    </footer>
  )
}

type Props = {
  /** Scrolls away on a phone to leave the screen to the text. */
  isCompact: boolean
  /** False where the page has its own upload button. */
  hasUpload: boolean
}

function Header({ isCompact, hasUpload }: Props) {
  const user = useUser()
  return (
    <header className={classes.header} data-compact={isCompact || undefined}>
      <div className={classes.bar}>
        <Link to="/" className={classes.logo} aria-label={shellTexts.toHome}>
          <Logo />
          <Wordmark />
        </Link>
        <nav className={classes.nav} aria-label={shellTexts.mainMenu}>
          {user && (
            <Link to="/" activeOptions={{ exact: true, includeSearch: false }} className={classes.navLink}>
              {shellTexts.myFiles}
            </Link>
          )}
          {(user?.canChangeTariff ?? true) && (
            <Link to="/tariffs" activeOptions={{ includeSearch: false }} className={classes.navLink}>
              {shellTexts.tariffs}
            </Link>
          )}
        </nav>
        {user && <OwnPills user={user} />}
        {user && hasUpload && <UploadButton />}
        <SchemeButton />
        {user ? <AccountMenu user={user} /> : <SignInButton />}
      </div>
    </header>
  )
}

function UploadButton() {
  return (
    <Button component={Link} to="/upload" leftSection={<Plus size={17} aria-hidden />} className={classes.upload}>
      <span className={classes.uploadText}>{shellTexts.uploadFile}</span>
    </Button>
  )
}

function SignInButton() {
  return (
    <Button component={Link} to="/auth/login" variant="default">
      {shellTexts.signIn}
    </Button>
  )
}

function SchemeButton() {
  const { label, icon: Icon, toggle } = useOtherScheme()
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={toggle} className={classes.scheme}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
