import { editingTexts, replaceTexts, reviewTexts } from '@doslovno/texts/editing.ts'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { ListChecks, type LucideIcon, Redo2, Replace, Undo2 } from 'lucide-react'

import type { Editor } from './text/editor.ts'
import { useEditorState } from './text/use-editor.ts'

import classes from './editing.module.css'

type Props = {
  editor: Editor
  onUndo: () => void
  onRedo: () => void
  onReplace: () => void
  onReview: () => void
  /** How many questions a review would ask. */
  questions: number
}

/** The owner's tools above the text. */
export function EditingTools({ editor, onUndo, onRedo, onReplace, onReview, questions }: Props) {
  const canUndo = useEditorState(editor, (state) => state.canUndo)
  const canRedo = useEditorState(editor, (state) => state.canRedo)
  // An edited text keeps their place while its steps are loading.
  const isEdited = useEditorState(editor, (state) => state.version > 0)
  const hasHistory = canUndo || canRedo || isEdited
  return (
    <div className={classes.tools} role="group" aria-label={editingTexts.tools}>
      {hasHistory && (
        <>
          <Tool icon={Undo2} label={editingTexts.undo} hint={editingTexts.undoKey} isOff={!canUndo} onClick={onUndo} />
          <Tool icon={Redo2} label={editingTexts.redo} hint={editingTexts.redoKey} isOff={!canRedo} onClick={onRedo} />
        </>
      )}
      {/* A small screen has these in the file menu. */}
      <div className={classes.wide}>
        <NamedTool icon={Replace} label={replaceTexts.open} text={replaceTexts.short} isMinor onClick={onReplace} />
        <NamedTool
          icon={ListChecks}
          label={reviewTexts.open}
          text={reviewTexts.short(questions)}
          hint={reviewTexts.questions(questions)}
          onClick={onReview}
        />
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

type NamedToolProps = {
  icon: LucideIcon
  label: string
  text: string
  hint?: string
  /** The text of a minor tool is shown where there is room. */
  isMinor?: boolean
  onClick: () => void
}

function NamedTool({ icon: Icon, label, text, hint, isMinor, onClick }: NamedToolProps) {
  return (
    <Tooltip label={label}>
      <Button className={classes.named} variant="default" size="sm" aria-description={hint} onClick={onClick}>
        <Icon size={17} aria-hidden />
        <span className="visually-hidden">{label}</span>
        <span className={`${classes.namedText} num`} data-minor={isMinor || undefined} aria-hidden>
          {text}
        </span>
      </Button>
    </Tooltip>
  )
}
