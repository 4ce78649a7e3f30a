import type { MouseEvent } from 'react'

/** Keeps the focus in the field when the mouse presses a button. Safari would give it to nothing, not to the button. */
export function keepFocus(event: MouseEvent) {
  event.preventDefault()
}
