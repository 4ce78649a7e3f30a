import { useEffect, useRef } from 'react'

/** Moves to the top and to the heading when a page turns to its next view; the first view is the router's business. */
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
