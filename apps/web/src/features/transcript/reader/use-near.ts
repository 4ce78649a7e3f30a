import { type RefObject, useEffect } from 'react'

import type { Near } from './highlighter.ts'

/** Margin around the window, so that text is highlighted before it is visible. */
const MARGIN = '50% 0px'

type Options = {
  /** The parent of the chunks. */
  box: RefObject<HTMLElement | null>
  /** Paragraphs per chunk. */
  size: number
  /** The rendered chunks: a change requires observing again. */
  drawn: string
  onNear: (near: Near) => void
}

/** Reports the paragraphs near the window: only they need highlights. */
export function useNear({ box, size, drawn, onNear }: Options) {
  useEffect(() => {
    const chunks = [...(box.current?.children ?? [])]
    const near = new Set<number>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) near.add(chunks.indexOf(target))
          else near.delete(chunks.indexOf(target))
        }
        if (near.size > 0) onNear({ from: Math.min(...near) * size, to: (Math.max(...near) + 1) * size })
      },
      { rootMargin: MARGIN },
    )
    for (const chunk of chunks) observer.observe(chunk)
    return () => observer.disconnect()
  }, [box, size, drawn, onNear])
}
