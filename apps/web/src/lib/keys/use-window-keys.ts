import { useEffectEvent, useLayoutEffect } from 'react'

/** Hears every key of the page, as soon as what the key is for can be seen. */
export function useWindowKeys(onKeyDown: (event: KeyboardEvent) => void) {
  const act = useEffectEvent(onKeyDown)
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => act(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
