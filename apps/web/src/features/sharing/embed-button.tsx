import { sharingTexts } from '@doslovno/texts/sharing.ts'
import { Button } from '@mantine/core'
import { CodeXml } from 'lucide-react'

import { copyText } from '#lib/clipboard/copy-text.ts'

import { embedCode } from './file-link.ts'

import classes from './sharing.module.css'

/** Copies the frame that shows a public file on another page. */
export function EmbedButton({ script }: { script: { id: string; fileName: string } }) {
  const copy = () =>
    copyText(embedCode(location.origin, script), sharingTexts.embedCopied, sharingTexts.embedCopyFailed)
  return (
    <div className={classes.embed}>
      <Button variant="default" leftSection={<CodeXml size={16} aria-hidden />} onClick={() => void copy()}>
        {sharingTexts.embed}
      </Button>
      <span>{sharingTexts.embedHint}</span>
    </div>
  )
}
