import { sharingTexts } from '@doslovno/texts/sharing.ts'
import { Button, TextInput } from '@mantine/core'
import { Copy } from 'lucide-react'

import { copyLink } from './copy-link.ts'
import { fileLink } from './file-link.ts'

import classes from './sharing.module.css'

/** The address of a public file, with a copy button. */
export function LinkField({ id }: { id: string }) {
  const link = fileLink(location.origin, id)
  return (
    <div className={classes.link}>
      <TextInput
        readOnly
        value={link}
        aria-label={sharingTexts.link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button
        variant="default"
        data-autofocus
        leftSection={<Copy size={16} aria-hidden />}
        onClick={() => void copyLink(id)}
      >
        {sharingTexts.copy}
      </Button>
    </div>
  )
}
