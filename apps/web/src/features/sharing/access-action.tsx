import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { sharingTexts } from '@doslovno/texts/sharing.ts'
import { Link2, Share2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { IconAction } from '#ui/icon-action.tsx'

import { AccessDialog, type SharedScript } from './access-dialog.tsx'

type Props = { script: SharedScript; onClick: () => void }

/** For the list of files: its icon shows whether the file is public. */
export function AccessIcon({ script, onClick }: Props) {
  return (
    <IconAction
      icon={script.public ? Link2 : Share2}
      label={script.public ? sharingTexts.isOpen : sharingTexts.configure}
      subject={script.fileName}
      data-public={script.public || undefined}
      onClick={onClick}
    />
  )
}

const NO_SCRIPT: SharedScript = { id: '', fileName: '', public: false, canEdit: false }

/** One dialog for all files of a list. */
export function useAccessDialog(onChange: (script: ScriptSummary) => void): {
  configure: (script: SharedScript) => void
  dialog: ReactNode
} {
  // Mounted before it opens: otherwise the focus would not return on close.
  const [script, setScript] = useState(NO_SCRIPT)
  const [isOpen, setIsOpen] = useState(false)
  const change = (changed: ScriptSummary) => {
    setScript(changed)
    onChange(changed)
  }
  return {
    configure: (chosen) => {
      setScript(chosen)
      setIsOpen(true)
    },
    dialog: <AccessDialog script={script} opened={isOpen} onClose={() => setIsOpen(false)} onChange={change} />,
  }
}
