import { onTestFinished } from 'vitest'

/** Until the test ends, a pressed button takes the focus from where it is and does not get it, as in Safari. */
export function pressAsSafari() {
  const life = new AbortController()
  onTestFinished(() => life.abort())
  const press = (event: MouseEvent) => {
    const isButton = event.target instanceof Element && event.target.closest('button') !== null
    if (event.defaultPrevented || !isButton) return
    event.preventDefault()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  addEventListener('mousedown', press, { signal: life.signal })
}
