import { type RefObject, useEffect } from 'react'

import type { Near } from './text-paint.ts'

/** How far out of the window a chunk still counts, so that it is painted before it is seen. */
const MARGIN = '50% 0px'

type Options = {
  /** The element whose children are the chunks. */
  box: RefObject<HTMLElement | null>
  /** Paragraphs in a chunk. */
  size: number
  /** Which chunks are drawn: when that changes, what is near must be told again. */
  drawn: string
  onNear: (near: Near) => void
}

/** Tells which paragraphs are in the window or near it: nothing else of a long text needs paint. */
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
