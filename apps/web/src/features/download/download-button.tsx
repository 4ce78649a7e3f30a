import type { Script } from '@doslovno/contract/scripts.ts'
import { downloadTexts } from '@doslovno/texts/download.ts'
import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { textView } from '#lib/file-page/text-view.ts'

import { DownloadForm } from './download-form.tsx'
import { DownloadPopover } from './download-popover.tsx'

/** For the file page, where the text is loaded already; a download begins with the view that is read there. */
export function DownloadButton({ script, isOpenAtStart = false }: { script: Script; isOpenAtStart?: boolean }) {
  const [isOpen, setIsOpen] = useState(isOpenAtStart)
  const target = (
    <Button leftSection={<Download size={17} aria-hidden />} onClick={() => setIsOpen(!isOpen)}>
      {downloadTexts.button}
    </Button>
  )
  return (
    <DownloadPopover opened={isOpen} onChange={setIsOpen} target={target}>
      <DownloadForm script={script} read={textView.recall()} />
    </DownloadPopover>
  )
}
