import type { Folder } from '@doslovno/contract/folders.ts'
import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { moveTexts } from '@doslovno/texts/folders.ts'
import { useQueryClient } from '@tanstack/react-query'

import { moveScripts, refreshLists } from '#lib/queries/folders.ts'
import { showToast } from '#ui/toast.ts'
import { showUndoToast } from '#ui/undo-toast.tsx'

const FAILED_MS = 4000

type Moved = Pick<ScriptSummary, 'id' | 'folderId'>

/** Moves files into a folder, or out of theirs; a toast takes it back. */
export function useMoveFiles(): (scripts: readonly Moved[], folder: Pick<Folder, 'id' | 'name'> | null) => void {
  const queries = useQueryClient()
  const attempt = async (moves: () => Promise<unknown>, onDone?: () => void) => {
    try {
      await moves()
      onDone?.()
    } catch {
      showToast(moveTexts.failed, FAILED_MS)
    }
    await refreshLists(queries)
  }
  return (scripts, folder) => {
    const moved = scripts.filter(({ folderId }) => (folderId ?? null) !== (folder?.id ?? null))
    if (moved.length === 0) return
    const text = folder ? moveTexts.moved(moved.length, folder.name) : moveTexts.movedOut(moved.length)
    const undo = { label: moveTexts.undo, run: () => void attempt(() => moveBack(moved)) }
    const ids = moved.map(({ id }) => id)
    void attempt(
      () => moveScripts(ids, folder?.id ?? null),
      () => showUndoToast(text, undo),
    )
  }
}

/** Each to where it was. */
async function moveBack(moved: readonly Moved[]): Promise<void> {
  const groups = Map.groupBy(moved, ({ folderId }) => folderId ?? null)
  for (const [folderId, scripts] of groups)
    await moveScripts(
      scripts.map(({ id }) => id),
      folderId,
    )
}
