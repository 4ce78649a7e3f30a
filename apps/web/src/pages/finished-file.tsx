import type { Script } from '@doslovno/contract/scripts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'

import { DownloadButton } from '#features/download/download-button.tsx'
import { useEditing } from '#features/editing/use-editing.tsx'
import { useDeleteFile } from '#features/files/delete-file.tsx'
import { ShareButton } from '#features/sharing/share-button.tsx'
import { TranscriptView } from '#features/transcript/transcript-view.tsx'
import type { ViewHandle } from '#features/transcript/use-view-handle.ts'
import { showChange } from '#lib/queries/scripts.ts'

import { RecogniseAgain } from './recognise-again.tsx'
import { usePlayback } from './use-playback.ts'

type Props = { script: Script; startAt: number | undefined }

/** A file with its text. Everybody who may read it may take it away; the rest is its owner's. */
export function FinishedFile({ script, startAt }: Props) {
  const download = script.script.length > 0 && <DownloadButton script={script} />
  if (!script.canEdit) return <TranscriptView script={script} startAt={startAt} actions={download} />
  return <OwnFile script={script} startAt={startAt} />
}

function OwnFile({ script: loaded, startAt }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const view = useRef<ViewHandle>(null)
  const { script, overlays, ...editing } = useEditing(loaded, usePlayback(view))
  const [isAgain, setIsAgain] = useState(false)
  const { askToDelete, dialog } = useDeleteFile(() => navigate({ to: '/' }))
  const actions = (
    <>
      <ShareButton script={script} onChange={(changed) => showChange(queries, changed)} />
      {script.script.length > 0 && <DownloadButton script={script} />}
    </>
  )
  return (
    <>
      <TranscriptView
        ref={view}
        script={script}
        startAt={startAt}
        actions={actions}
        editing={editing}
        onAgain={() => setIsAgain(true)}
        onDelete={() => askToDelete(script)}
      />
      <RecogniseAgain script={script} opened={isAgain} onClose={() => setIsAgain(false)} />
      {dialog}
      {overlays}
    </>
  )
}
