import { uploadTexts } from '@doslovno/texts/upload.ts'
import { FileUp } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

import classes from '#features/upload/upload.module.css'

/** Covers a page without a drop area while files are dragged over it. */
export function DropVeil() {
  return (
    <div className={classes.veil}>
      <span className={classes.badge} aria-hidden>
        <FileUp size={30} strokeWidth={1.7} />
      </span>
      <span>{uploadTexts.dropHere}</span>
    </div>
  )
}

type Handlers = {
  onFiles: (files: readonly File[]) => void
  /** A link pasted outside any field. */
  onLink?: (url: string) => void
}

/** Handles files dropped on or pasted into the window, and pasted links; true while files are dragged over it. */
export function useFileDrop({ onFiles, onLink }: Handlers): boolean {
  const [isDragOver, setIsDragOver] = useState(false)
  const take = useEffectEvent((files: FileList | undefined) => {
    if (files && files.length > 0) onFiles([...files])
  })
  const takeText = useEffectEvent((text: string) => {
    if (/^https?:\/\/\S+$/i.test(text)) onLink?.(text)
  })
  useEffect(() => {
    const { signal, abort } = controlOf(new AbortController())
    window.addEventListener('dragover', onDragOver, { signal })
    window.addEventListener('dragleave', onDragLeave, { signal })
    window.addEventListener('drop', onDrop, { signal })
    window.addEventListener('paste', onPaste, { signal })
    return abort

    function onDragOver(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsDragOver(true)
    }
    function onDragLeave(event: DragEvent) {
      if (event.relatedTarget === null) setIsDragOver(false)
    }
    function onDrop(event: DragEvent) {
      event.preventDefault()
      setIsDragOver(false)
      take(event.dataTransfer?.files)
    }
    function onPaste(event: ClipboardEvent) {
      take(event.clipboardData?.files)
      if (!isField(event.target)) takeText(event.clipboardData?.getData('text').trim() ?? '')
    }
  }, [])
  return isDragOver
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null
}

function controlOf(controller: AbortController) {
  return { signal: controller.signal, abort: () => controller.abort() }
}
