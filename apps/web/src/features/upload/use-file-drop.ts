import { useEffect, useEffectEvent, useState } from 'react'

/** A file dropped on the window or pasted into it; true while one hangs over. */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent((files: FileList | undefined) => {
    const file = files?.[0]
    if (file) onFile(file)
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
      setIsOver(true)
    }
    function onDragLeave(event: DragEvent) {
      if (event.relatedTarget === null) setIsOver(false)
    }
    function onDrop(event: DragEvent) {
      event.preventDefault()
      setIsOver(false)
      take(event.dataTransfer?.files)
    }
    function onPaste(event: ClipboardEvent) {
      take(event.clipboardData?.files)
    }
  }, [])
  return isOver
}

function controlOf(controller: AbortController) {
  return { signal: controller.signal, abort: () => controller.abort() }
}
