import { cancelTexts } from '@doslovno/texts/files.ts'
import { Button } from '@mantine/core'
import { X } from 'lucide-react'

import { useCancelFile } from './cancel-file.tsx'

type Props = { scriptId: string; fileName: string }

export function CancelProcessing({ scriptId, fileName }: Props) {
  const { askToCancel, dialog } = useCancelFile()
  return (
    <>
      <Button
        variant="subtle"
        size="md"
        leftSection={<X size={17} aria-hidden />}
        onClick={() => askToCancel({ id: scriptId, fileName })}
      >
        {cancelTexts.confirm}
      </Button>
      {dialog}
    </>
  )
}
