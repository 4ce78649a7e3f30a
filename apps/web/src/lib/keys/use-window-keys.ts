import { useEffectEvent, useLayoutEffect } from 'react'

/** Listens to all keys of the page. A layout effect, so that a shortcut works as soon as its hint is visible. */
export function useWindowKeys(onKeyDown: (event: KeyboardEvent) => void) {
  const act = useEffectEvent(onKeyDown)
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => act(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
