import { type DragEvent, type RefObject, useState } from 'react'

/** The card that is dragged now. */
export type Drag = {
  dragged: number | undefined
  onDrag: (speaker: number | undefined) => void
  /** The dragged card was dropped on this one. */
  onDrop: (from: number, into: number) => void
}

/** Drags a card by its grip onto another; fingers and keys have the menu. */
export function useCardDrag(card: RefObject<HTMLElement | null>, speaker: number, drag: Drag) {
  const { dragged, onDrag, onDrop } = drag
  const [isOver, setIsOver] = useState(false)
  const canDrop = dragged !== undefined && dragged !== speaker
  return {
    grip: {
      draggable: true,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.setData('text/plain', String(speaker))
        dataTransfer.effectAllowed = 'move'
        if (card.current) dataTransfer.setDragImage(card.current, 0, 0)
        onDrag(speaker)
      },
      onDragEnd: () => onDrag(undefined),
    },
    target: {
      'data-over': (isOver && canDrop) || undefined,
      onDragOver: (event: DragEvent) => {
        if (!canDrop) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setIsOver(false)
        onDrag(undefined)
        if (canDrop) onDrop(dragged, speaker)
      },
    },
  }
}
