import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Moves the focus to the new page's heading, so that keyboards and screen readers start there. */
export function RouteFocus() {
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
