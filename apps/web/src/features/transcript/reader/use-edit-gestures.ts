import { type RefObject, useEffect } from 'react'

import { paragraphOf } from './highlights.ts'
import { offsetAt } from './transcript-sync.ts'

/** Opens a paragraph on a double click, on Enter, or on a press of its pencil. */
export function useEditGestures(root: RefObject<HTMLElement | null>, onEdit: EditGesture | undefined) {
  useEffect(() => {
    const element = root.current
    if (!element || !onEdit) return undefined
    const life = new AbortController()
    const { signal } = life
    const edit = (target: Element | null, caret?: number) => {
      const paragraph = paragraphOf(target)
      if (paragraph === undefined) return
      getSelection()?.removeAllRanges()
      onEdit(paragraph, caret)
    }
    element.addEventListener(
      'dblclick',
      (event) => {
        const text = textAt(event)
        if (text) edit(text, offsetAt(event))
      },
      { signal },
    )
    element.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Enter' || event.target !== textAt(event)) return
        event.preventDefault()
        edit(textAt(event))
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
  }, [root, onEdit])
}

type EditGesture = (paragraph: number, caret?: number) => void

function textAt({ target }: Event): Element | null {
  return target instanceof Element ? target.closest('[data-text]') : null
}
