import { savingTexts } from '@doslovno/texts/editing.ts'
import { Button } from '@mantine/core'
import { Check, CloudOff, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react'

import type { Editor } from './editor.ts'
import type { Saving } from './synced-text.ts'
import { useEditorState } from './use-editor.ts'

import classes from '#features/editing/editing.module.css'

const icons: Record<Exclude<Saving, 'idle'>, LucideIcon> = {
  saving: LoaderCircle,
  saved: Check,
  offline: CloudOff,
  failed: TriangleAlert,
  tooLong: TriangleAlert,
}

/** The state of the user's changes; nothing before the first one. */
export function SaveStatus({ editor }: { editor: Editor }) {
  const saving = useEditorState(editor, (state) => state.saving)
  const Icon = saving === 'idle' ? undefined : icons[saving]
  return (
    <>
      <span className={classes.saving} role="status" data-saving={saving}>
        {Icon && <Icon size={15} aria-hidden />}
        {saving !== 'idle' && <span>{savingTexts[saving]}</span>}
      </span>
      {saving === 'failed' && (
        <Button size="compact-sm" variant="subtle" onClick={editor.retry}>
          {savingTexts.retry}
        </Button>
      )}
    </>
  )
}
