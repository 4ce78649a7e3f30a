import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { sharingTexts } from '@doslovno/texts/sharing.ts'
import { Button } from '@mantine/core'
import { Link2, Share2 } from 'lucide-react'
import { useState } from 'react'

import { AccessDialog, type SharedScript } from './access-dialog.tsx'
import { copyLinkOf } from './copy-link.ts'

type Props = { script: SharedScript; onChange: (script: ScriptSummary) => void }

/** Opens the access dialog and copies the link of a public file; the icon shows whether it is public. */
export function ShareButton({ script, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => {
    setIsOpen(true)
    if (script.public) void copyLinkOf(Promise.resolve(script))
  }
  const Icon = script.public ? Link2 : Share2
  return (
    <>
      <Button variant="default" leftSection={<Icon size={17} aria-hidden />} onClick={open}>
        {sharingTexts.share}
      </Button>
      <AccessDialog script={script} opened={isOpen} onClose={() => setIsOpen(false)} onChange={onChange} />
    </>
  )
}
