import { sharingTexts } from '@doslovno/texts/sharing.ts'
import { Button, TextInput } from '@mantine/core'
import { Copy } from 'lucide-react'

import { showToast } from '#ui/toast.ts'

import { fileLink } from './file-link.ts'

import classes from './sharing.module.css'

/** The address of a public file, with a copy button. */
export function LinkField({ id }: { id: string }) {
  const link = fileLink(location.origin, id)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      showToast(sharingTexts.copied)
    } catch {
      showToast(sharingTexts.copyFailed)
    }
  }
  return (
    <div className={classes.link}>
      <TextInput
        readOnly
        value={link}
        aria-label={sharingTexts.link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button variant="default" leftSection={<Copy size={16} aria-hidden />} onClick={() => void copy()}>
        {sharingTexts.copy}
      </Button>
    </div>
  )
}
