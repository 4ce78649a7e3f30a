import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { downloadTexts } from '@doslovno/texts/download.ts'
import { zipTexts } from '@doslovno/texts/files.ts'
import { zipDownloadTexts } from '@doslovno/texts/folders.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { saveFile } from '#lib/download/save-file.ts'
import { exportScripts } from '#lib/queries/folders.ts'

import type { Choice } from './choice.ts'
import { ChoiceFields, useChoice } from './download-form.tsx'
import { DownloadPopover, SaveButton } from './download-popover.tsx'

import classes from './download.module.css'

type Props = { scripts: readonly ScriptSummary[]; targetOf: (toggle: () => void) => ReactNode }

/** Downloads the texts of several files as one archive, which the server makes. */
export function ZipPopover({ scripts, targetOf }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <DownloadPopover
      opened={isOpen}
      onChange={setIsOpen}
      position="top"
      title={zipDownloadTexts.title}
      target={targetOf(() => setIsOpen(!isOpen))}
    >
      <ZipForm scripts={scripts} />
    </DownloadPopover>
  )
}

function ZipForm({ scripts }: Pick<Props, 'scripts'>) {
  const [choice, change] = useChoice()
  const save = useMutation({ mutationFn: () => download(scripts, choice) })
  const leftOut = scripts.filter((script) => !hasText(script)).length
  if (leftOut === scripts.length) return <p className={classes.hint}>{zipDownloadTexts.none}</p>
  return (
    <>
      <ChoiceFields choice={choice} onChange={change} hasViews hasNames />
      {leftOut > 0 && <p className={classes.hint}>{zipDownloadTexts.leftOut(leftOut)}</p>}
      <SaveButton save={save}>{zipDownloadTexts.save(downloadTexts.types[choice.format])}</SaveButton>
    </>
  )
}

async function download(scripts: readonly ScriptSummary[], choice: Choice): Promise<void> {
  const content = await exportScripts({ scriptIds: scripts.map(({ id }) => id), ...choice })
  saveFile({ name: zipTexts.fileName(new Date()), mediaType: 'application/zip', content })
}

function hasText({ status, isExpired }: ScriptSummary): boolean {
  return isCompleted(status) && !isExpired
}
