import type { Script } from '@doslovno/contract/scripts.ts'
import { downloadTexts } from '@doslovno/texts/download.ts'
import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { DownloadForm } from './download-form.tsx'
import { DownloadPopover } from './download-popover.tsx'

/** On a file's page, where its text is at hand. */
export function DownloadButton({ script }: { script: Script }) {
  const [isOpen, setIsOpen] = useState(false)
  const target = (
    <Button leftSection={<Download size={17} aria-hidden />} onClick={() => setIsOpen(!isOpen)}>
      {downloadTexts.button}
    </Button>
  )
  return (
    <DownloadPopover opened={isOpen} onChange={setIsOpen} target={target}>
      <DownloadForm script={script} />
    </DownloadPopover>
  )
}
