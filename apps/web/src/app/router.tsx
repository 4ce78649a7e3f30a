import { EXPORT_PATH } from '@doslovno/domain/account/mail-link.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  type ParsedLocation,
  redirect,
  useRouter,
} from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'

import { folderSearch, listSearch } from '#features/files/index.ts'
import { holdAnswer, isProvider } from '#features/oauth/index.ts'
import { readMoment } from '#lib/file-page/link-moment.ts'
import { leaveStartScreen } from '#lib/first-screen/first-screen.ts'
import { INVITE_PATH } from '#lib/invite/invite-token.ts'
import { rememberPromo } from '#lib/promo/promo.ts'
import { session } from '#lib/session/current.ts'

import { Crash } from './crash.tsx'
import { turnOf } from './guard.ts'
import { StartScreen } from './start-screen.tsx'

type Search = Record<string, unknown>

/** Redirects as the guard decides. It is attached to real routes only, so an unknown path stays «not found». */
function guard({ location }: { location: ParsedLocation }) {
  const { next } = loginSearch(location.search)
  const turn = turnOf({ status: session.getState().status, path: location.pathname, href: location.href, next })
  if (!turn) return
  throw turn.to === 'next'
    ? redirect({ href: turn.href, replace: true })
    : redirect({ to: turn.to, search: turn.next === undefined ? {} : { next: turn.next }, replace: true })
}

const NotFoundPage = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFoundPage }))

const rootRoute = createRootRoute({
  component: RouteFocus,
  notFoundComponent: () => (
    <Suspense fallback={<StartScreen />}>
      <NotFoundPage />
    </Suspense>
  ),
})

const framedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'framed',
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  beforeLoad: guard,
})

const filesRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/',
  validateSearch: (search: Search) => listSearch(search),
  component: lazyRouteComponent(() => import('#pages/files-page.tsx'), 'FilesPage'),
})

const uploadRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/upload',
  validateSearch: ({ link, folder }: Search): { link?: string; folder?: string } => ({
    ...(typeof link === 'string' && { link }),
    ...folderSearch(folder),
  }),
  component: lazyRouteComponent(() => import('#pages/upload-page.tsx'), 'UploadPage'),
})

const fileRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/files/$scriptId',
  validateSearch: momentSearch,
  component: lazyRouteComponent(() => import('#pages/file-page.tsx'), 'FilePage'),
})

const demoRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/demo',
  validateSearch: momentSearch,
  component: lazyRouteComponent(() => import('#pages/demo-page.tsx'), 'DemoPage'),
})

const accountRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/account',
  validateSearch: ({ payment }: Search): { payment?: string } => (typeof payment === 'string' ? { payment } : {}),
  component: lazyRouteComponent(() => import('#pages/account-page.tsx'), 'AccountPage'),
})

const exportRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: EXPORT_PATH,
  component: lazyRouteComponent(() => import('#pages/export-page.tsx'), 'ExportPage'),
})

const tariffsRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/tariffs',
  validateSearch: ({ from }: Search): { from?: string } => (typeof from === 'string' ? { from } : {}),
  component: lazyRouteComponent(() => import('#pages/tariffs-page.tsx'), 'TariffsPage'),
})

const offerRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/legal/offer',
  component: lazyRouteComponent(() => import('#pages/legal-page.tsx'), 'OfferPage'),
})

const privacyRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/legal/privacy',
  component: lazyRouteComponent(() => import('#pages/legal-page.tsx'), 'PrivacyPage'),
})

const consentRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/legal/consent',
  component: lazyRouteComponent(() => import('#pages/legal-page.tsx'), 'PersonalDataPage'),
})

const unsubscribeRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '/unsubscribe',
  validateSearch: ({ token }: Search): { token?: string } => (typeof token === 'string' ? { token } : {}),
  component: lazyRouteComponent(() => import('#pages/unsubscribe-page.tsx'), 'UnsubscribePage'),
})

const inviteRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: INVITE_PATH,
  component: lazyRouteComponent(() => import('#pages/invite-page.tsx'), 'InvitePage'),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/login',
  validateSearch: loginSearch,
  beforeLoad: guard,
  component: lazyRouteComponent(() => import('#pages/auth/login-page.tsx'), 'LoginPage'),
})

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/register',
  validateSearch: loginSearch,
  beforeLoad: guard,
  component: lazyRouteComponent(() => import('#pages/auth/register-page.tsx'), 'RegisterPage'),
})

const registerConfirmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/register-confirm',
  component: lazyRouteComponent(() => import('#pages/auth/register-confirm-page.tsx'), 'RegisterConfirmPage'),
})

const recoverRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/recover-password',
  component: lazyRouteComponent(() => import('#pages/auth/recover-page.tsx'), 'RecoverPage'),
})

const recoverConfirmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/recover-password-confirm',
  component: lazyRouteComponent(() => import('#pages/auth/recover-confirm-page.tsx'), 'RecoverConfirmPage'),
})

const changeMailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/change-mail-confirm',
  component: lazyRouteComponent(() => import('#pages/auth/change-confirm-page.tsx'), 'ChangeMailConfirmPage'),
})

const changePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/change-password-confirm',
  component: lazyRouteComponent(() => import('#pages/auth/change-confirm-page.tsx'), 'ChangePasswordConfirmPage'),
})

const revertMailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/revert-mail',
  component: lazyRouteComponent(() => import('#pages/auth/revert-mail-page.tsx'), 'RevertMailPage'),
})

const oauthPopupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth/$type',
  beforeLoad: knownProvider,
  component: lazyRouteComponent(() => import('#pages/auth/oauth-popup-page.tsx'), 'OauthPopupPage'),
})

const oauthLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth-login/$type',
  beforeLoad: knownProvider,
  component: lazyRouteComponent(() => import('#pages/auth/oauth-login-page.tsx'), 'OauthLoginPage'),
})

function knownProvider({ params }: { params: { type: string } }) {
  if (!isProvider(params.type)) throw notFound()
}

function momentSearch({ t }: Search): { t?: number | string } {
  return (typeof t === 'number' || typeof t === 'string') && readMoment(t).startAt !== undefined ? { t } : {}
}

function loginSearch(search: Search): { next?: string } {
  return typeof search.next === 'string' ? { next: search.next } : {}
}

export function createAppRouter() {
  holdAnswer()
  rememberPromo()
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      framedRoute.addChildren([
        filesRoute,
        uploadRoute,
        fileRoute,
        demoRoute,
        accountRoute,
        exportRoute,
        tariffsRoute,
        offerRoute,
        privacyRoute,
        consentRoute,
        unsubscribeRoute,
        inviteRoute,
      ]),
      loginRoute,
      registerRoute,
      registerConfirmRoute,
      recoverRoute,
      recoverConfirmRoute,
      changeMailRoute,
      changePasswordRoute,
      revertMailRoute,
      oauthPopupRoute,
      oauthLoginRoute,
    ]),
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: Crash,
  })
  router.subscribe('onRendered', leaveStartScreen)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

/** Moves the focus to the new page's heading, so that keyboards and screen readers start there. */
function RouteFocus() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusHeading()
      }),
    [router],
  )
  return <Outlet />
}

function focusHeading() {
  const target = document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main')
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
