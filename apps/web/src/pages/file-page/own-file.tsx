import type { Script } from '@doslovno/contract/scripts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'

import { DownloadButton } from '#features/download/index.ts'
import { useEditing } from '#features/editing/index.ts'
import { useDeleteFile } from '#features/files/index.ts'
import { ShareButton } from '#features/sharing/index.ts'
import { TranscriptView, usePlayback, type ViewHandle } from '#features/transcript/index.ts'
import { RecogniseAgain } from '#features/upload/index.ts'
import type { LinkMoment } from '#lib/file-page/link-moment.ts'
import { showChange } from '#lib/queries/scripts.ts'

import { useBeside } from './file-beside.tsx'

type Props = { script: Script; moment: LinkMoment }

/** A finished file as its owner has it: read, corrected, shared and deleted. */
export function OwnFile({ script: loaded, moment }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const view = useRef<ViewHandle>(null)
  const { script, overlays, version, ...editing } = useEditing(loaded, usePlayback(view))
  const beside = useBeside(script, view, version)
  const [isAgain, setIsAgain] = useState(false)
  const deletion = useDeleteFile(() => navigate({ to: '/' }))
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
        {...moment}
        actions={actions}
        editing={editing}
        {...beside}
        onAgain={() => setIsAgain(true)}
        onDelete={() => deletion.ask(script)}
      />
      <RecogniseAgain script={script} opened={isAgain} onClose={() => setIsAgain(false)} />
      {deletion.dialog}
      {overlays}
    </>
  )
}
