import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { downloadTexts } from '@doslovno/texts/download.ts'
import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { scriptQuery } from '#lib/queries/scripts.ts'
import { IconAction } from '#ui/icon-action.tsx'

import { DownloadForm } from './download-form.tsx'
import { DownloadPopover } from './download-popover.tsx'

import classes from './download.module.css'

/** For the list of files: loads the text on demand. */
export function DownloadIcon({ script }: { script: Pick<ScriptSummary, 'id' | 'fileName'> }) {
  const [isOpen, setIsOpen] = useState(false)
  const target = (
    <IconAction
      icon={Download}
      label={downloadTexts.title}
      subject={script.fileName}
      onClick={() => setIsOpen(!isOpen)}
    />
  )
  return (
    <DownloadPopover opened={isOpen} onChange={setIsOpen} target={target}>
      <LoadedForm id={script.id} />
    </DownloadPopover>
  )
}

function LoadedForm({ id }: { id: string }) {
  const { data, isError, isFetching, refetch } = useQuery(scriptQuery(id))
  if (data) return <DownloadForm script={data} />
  if (!isError || isFetching) {
    return (
      <div className={classes.loading} role="status">
        <span className="visually-hidden">{downloadTexts.loading}</span>
        <Loader size={24} aria-hidden />
      </div>
    )
  }
  return (
    <>
      <p className={classes.failed} role="alert">
        {downloadTexts.loadFailed}
      </p>
      <Button variant="default" onClick={() => void refetch()}>
        {downloadTexts.again}
      </Button>
    </>
  )
}
