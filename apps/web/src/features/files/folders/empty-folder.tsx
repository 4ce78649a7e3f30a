import { folderTexts } from '@doslovno/texts/folders.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FolderOpen } from 'lucide-react'

import { Notice } from '#ui/notice.tsx'

import classes from '#features/files/files.module.css'

export function EmptyFolder() {
  const { title, text, action } = folderTexts.empty
  return (
    <div className={classes.empty}>
      <Notice icon={FolderOpen} level={2} title={title} text={text}>
        <Button component={Link} to="/" variant="default">
          {action}
        </Button>
      </Notice>
    </div>
  )
}
