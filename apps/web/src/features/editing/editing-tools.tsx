import { editingTexts, replaceTexts, reviewTexts } from '@doslovno/texts/editing.ts'
import { ActionIcon, Tooltip } from '@mantine/core'
import { ListChecks, type LucideIcon, Redo2, Replace, Undo2 } from 'lucide-react'

import type { Editor } from './text/editor.ts'
import { SaveStatus } from './text/save-status.tsx'
import { useEditorState } from './text/use-editor.ts'

import classes from './editing.module.css'

type Props = {
  editor: Editor
  onUndo: () => void
  onRedo: () => void
  onReplace: () => void
  onReview: () => void
}

/** The owner's tools above the text. */
export function EditingTools({ editor, onUndo, onRedo, onReplace, onReview }: Props) {
  const canUndo = useEditorState(editor, (state) => state.canUndo)
  const canRedo = useEditorState(editor, (state) => state.canRedo)
  const hasHistory = canUndo || canRedo
  return (
    <div className={classes.tools} role="group" aria-label={editingTexts.tools}>
      <SaveStatus editor={editor} />
      {hasHistory && (
        <>
          <Tool icon={Undo2} label={editingTexts.undo} hint={editingTexts.undoKey} isOff={!canUndo} onClick={onUndo} />
          <Tool icon={Redo2} label={editingTexts.redo} hint={editingTexts.redoKey} isOff={!canRedo} onClick={onRedo} />
        </>
      )}
      {/* A small screen has these in the file menu. */}
      <div className={classes.wide}>
        <Tool icon={Replace} label={replaceTexts.open} onClick={onReplace} />
        <Tool icon={ListChecks} label={reviewTexts.open} onClick={onReview} />
      </div>
    </div>
  )
}

type ToolProps = { icon: LucideIcon; label: string; hint?: string; isOff?: boolean; onClick: () => void }

/** A disabled tool stays focusable, so that its last press does not lose the focus. */
function Tool({ icon: Icon, label, hint, isOff = false, onClick }: ToolProps) {
  return (
    <Tooltip label={hint ? `${label} · ${hint}` : label}>
      <ActionIcon
        variant="default"
        aria-label={label}
        aria-disabled={isOff}
        {...(isOff && { 'data-disabled': true })}
        onClick={() => !isOff && onClick()}
      >
        <Icon size={17} />
      </ActionIcon>
    </Tooltip>
  )
}
