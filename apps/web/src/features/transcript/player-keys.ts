import { useEffect } from 'react'

import type { Player } from './player.ts'

/** What has its own use for letters and arrows. */
const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'
/** What Space presses by itself. */
const PRESSABLE = 'button, a, summary'

type Keys = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>
type Action = 'toggle' | number

/** What a key does to the player: seconds to skip by, or toggle. By its place, so that it works in any layout. */
export function playerAction({ code, ctrlKey, metaKey, altKey, shiftKey }: Keys): Action | undefined {
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined
  switch (code) {
    case 'Space':
    case 'KeyK':
      return 'toggle'
    case 'ArrowLeft':
      return -5
    case 'ArrowRight':
      return 5
    case 'KeyJ':
      return -10
    case 'KeyL':
      return 10
    default:
      return undefined
  }
}

export function usePlayerKeys(player: Player | undefined) {
  useEffect(() => {
    if (!player) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const action = playerAction(event)
      if (action === undefined || event.defaultPrevented || isTaken(event)) return
      event.preventDefault()
      if (action === 'toggle') player.toggle()
      else player.skip(action)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [player])
}

function isTaken({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  return target.closest(FIELDS) !== null || (code === 'Space' && target.closest(PRESSABLE) !== null)
}
