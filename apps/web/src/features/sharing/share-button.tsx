import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { sharingTexts } from '@doslovno/texts/sharing.ts'
import { Button } from '@mantine/core'
import { Link2, Share2 } from 'lucide-react'
import { useState } from 'react'

import { AccessDialog, type SharedScript } from './access-dialog.tsx'

type Props = { script: SharedScript; onChange: (script: ScriptSummary) => void }

/** Opens the access dialog; the icon shows whether the file is public. */
export function ShareButton({ script, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const Icon = script.public ? Link2 : Share2
  return (
    <>
      <Button variant="default" leftSection={<Icon size={17} aria-hidden />} onClick={() => setIsOpen(true)}>
        {sharingTexts.share}
      </Button>
      <AccessDialog script={script} opened={isOpen} onClose={() => setIsOpen(false)} onChange={onChange} />
    </>
  )
}
