import type { DragEvent } from 'react'

/** Marks a drag of rows: what is dragged from elsewhere is not a file of the library. */
const TYPE = 'application/x-library-files'

/** Begins to drag files; `label` is shown at the pointer. */
export function dragFiles({ dataTransfer }: DragEvent, label: string, className: string | undefined) {
  dataTransfer.effectAllowed = 'move'
  dataTransfer.clearData()
  dataTransfer.setData(TYPE, label)
  const badge = document.createElement('span')
  badge.className = className ?? ''
  badge.textContent = label
  document.body.append(badge)
  dataTransfer.setDragImage(badge, -12, -8)
  // The browser draws it when the handler has returned.
  setTimeout(() => badge.remove())
}

export function hasDraggedFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(TYPE)
}
