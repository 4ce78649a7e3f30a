import type { Folder } from '@doslovno/contract/folders.ts'
import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { selectTexts, zipDownloadTexts } from '@doslovno/texts/folders.ts'
import { useQuery } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'

import { ZipPopover } from '#features/download/index.ts'
import {
  BarButton,
  FolderRail,
  MovePopover,
  type Selection,
  useDeleteFiles,
  useDeleteFolder,
  useMoveFiles,
} from '#features/files/index.ts'
import { foldersQuery } from '#lib/queries/folders.ts'

type Asked = {
  /** The open folder, by the address. */
  folderId: string | undefined
  selection: Selection
  /** Shows the whole list: the folder is gone. */
  onLeave: () => void
}

/** The folders, and what is done with several files. */
export function useFolders({ folderId, selection, onLeave }: Asked) {
  const { data: folders = [], isSuccess } = useQuery(foldersQuery())
  const open = folders.find(({ id }) => id === folderId)
  useExistingFolder(isSuccess && folderId !== undefined && !open, onLeave)
  const move = useMoveFiles()
  const dragged = useRef<readonly ScriptSummary[]>([])
  const deletion = useDeleteFiles(selection.clear)
  const folderDeletion = useDeleteFolder(({ id }) => {
    if (id === folderId) onLeave()
  })
  const moveTo = (scripts: readonly ScriptSummary[], folder: Pick<Folder, 'id' | 'name'> | null) => {
    selection.clear()
    move(scripts, folder)
  }
  const names = new Map(folders.map(({ id, name }) => [id, name]))
  return {
    open,
    hasFolders: folders.length > 0,
    isLoaded: isSuccess,
    rail: folders.length > 0 && (
      <FolderRail
        folders={folders}
        open={open}
        onDrop={(folder) => moveTo(dragged.current, folder)}
        onDelete={folderDeletion.ask}
      />
    ),
    rows: {
      selection,
      folderNameOf: ({ folderId: of }: ScriptSummary) => (folderId === undefined ? names.get(of ?? '') : undefined),
      onDrag: folders.length > 0 ? (scripts: readonly ScriptSummary[]) => void (dragged.current = scripts) : undefined,
      bulkOf: (scripts: readonly ScriptSummary[]) => (
        <>
          <MovePopover scripts={scripts} folders={folders} onMove={(folder) => moveTo(scripts, folder)} />
          <ZipPopover
            scripts={scripts}
            targetOf={(toggle) => (
              <BarButton icon={<Download size={17} aria-hidden />} onClick={toggle}>
                {zipDownloadTexts.button}
              </BarButton>
            )}
          />
          <BarButton icon={<Trash2 size={17} aria-hidden />} onClick={() => deletion.ask(scripts)}>
            {selectTexts.delete}
          </BarButton>
        </>
      ),
    },
    dialogs: (
      <>
        {deletion.dialog}
        {folderDeletion.dialog}
      </>
    ),
  }
}

/** A folder that was deleted elsewhere, or never was, shows the whole list instead. */
function useExistingFolder(isMissing: boolean, onLeave: () => void) {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (isMissing) leave()
  }, [isMissing])
}
