import { type RefObject, useEffect } from 'react'

import type { EditingSlots, Stretch } from '#lib/file-page/editing-slots.ts'
import { digitOf } from '#lib/keys/digit-keys.ts'

import { paragraphOf } from './highlights.ts'
import { offsetAt } from './transcript-sync.ts'
import { wordAround } from './word-around.ts'

/** Parts of a paragraph that take the focus and use no digits. */
const STOPS = '[data-text], [data-seek], [data-edit]'

type Gestures = Pick<EditingSlots, 'onEdit' | 'onVoice'>

/**
 * Opens a paragraph on a double click, which selects the word, on Enter, or on a press of its pencil. A digit gives the
 * focused paragraph to a speaker.
 */
export function useEditGestures(root: RefObject<HTMLElement | null>, gestures: Gestures | undefined) {
  const { onEdit, onVoice } = gestures ?? {}
  useEffect(() => {
    const element = root.current
    if (!element || !onEdit || !onVoice) return undefined
    const life = new AbortController()
    const { signal } = life
    const edit = (target: Element | null, selected?: Stretch) => {
      const paragraph = paragraphOf(target)
      if (paragraph === undefined) return
      getSelection()?.removeAllRanges()
      onEdit(paragraph, selected)
    }
    element.addEventListener('dblclick', (event) => edit(textAt(event), selectedBy(event)), { signal })
    element.addEventListener(
      'keydown',
      (event) => {
        const paragraph = paragraphOf(stopAt(event))
        const digit = hasModifier(event) ? undefined : digitOf(event)
        const isOpening = event.key === 'Enter' && event.target === textAt(event)
        if (paragraph === undefined || (digit === undefined && !isOpening)) return
        event.preventDefault()
        if (isOpening) edit(textAt(event))
        else if (digit !== undefined) onVoice(paragraph, digit)
      },
      { signal },
    )
    element.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element) edit(target.closest('[data-edit]'))
      },
      { signal },
    )
    return () => life.abort()
  }, [root, onEdit, onVoice])
}

function selectedBy(event: MouseEvent): Stretch | undefined {
  const offset = offsetAt(event)
  return offset === undefined ? undefined : wordAround(textAt(event)?.textContent ?? '', offset)
}

function textAt({ target }: Event): Element | null {
  return target instanceof Element ? target.closest('[data-text]') : null
}

function stopAt({ target }: Event): Element | null {
  return target instanceof Element && target.matches(STOPS) ? target : null
}

function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey
}
