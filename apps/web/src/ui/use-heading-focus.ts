import { useEffect, useRef } from 'react'

/** Scrolls up and focuses the heading when a page changes its view; the router handles the first view. */
export function useHeadingFocus(view: string) {
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    const heading = document.querySelector<HTMLElement>('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [view])
}
