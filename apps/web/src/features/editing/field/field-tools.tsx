import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import type { Range } from '@doslovno/domain/transcript/segments.ts'
import { fieldTexts, voiceTexts } from '@doslovno/texts/editing.ts'
import { Button, Popover } from '@mantine/core'
import { ArchiveRestore, type LucideIcon, Scissors, UserRound } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'

import { keepFocus } from '#ui/keep-focus.ts'

import { VoiceList, VoicePanel } from './voice-panel.tsx'
import type { Scope, Voice } from './voices.ts'

import classes from '#features/editing/editing.module.css'

/** A panel with a question before the action. */
export type Panel = 'voices' | 'split' | undefined

type Props = {
  transcript: Transcript
  range: Range | undefined
  panel: Panel
  onPanel: (panel: Panel) => void
  onAssign: (scope: Scope, voice: Voice) => void
  onSplit: (voice: Voice) => void
  onRestore: () => void
  onCancel: () => void
  onSave: () => void
}

/** Tools for the open paragraph besides typing. */
export function FieldTools(props: Props) {
  const { transcript, range = { at: 0, count: 0 }, panel, onPanel, onAssign, onSplit } = props
  const speaker = transcript.segments[range.at]?.speaker ?? 0
  return (
    <div className={classes.fieldTools} role="group" aria-label={fieldTexts.tools}>
      <PanelButton
        icon={UserRound}
        label={voiceTexts.change}
        opened={panel === 'voices'}
        onChange={(isOpen) => onPanel(isOpen ? 'voices' : undefined)}
      >
        <VoicePanel transcript={transcript} range={range} onChoose={onAssign} />
      </PanelButton>
      <PanelButton
        icon={Scissors}
        label={fieldTexts.split}
        opened={panel === 'split'}
        onChange={(isOpen) => onPanel(isOpen ? 'split' : undefined)}
      >
        <div className={classes.panel}>
          <p className={classes.panelTitle}>{fieldTexts.splitTitle}</p>
          <VoiceList transcript={transcript} except={speaker} onChoose={onSplit} />
        </div>
      </PanelButton>
      <Tool icon={ArchiveRestore} label={fieldTexts.restore} onClick={props.onRestore} />
      <div className={classes.end}>
        <Button size="xs" variant="default" onMouseDown={keepFocus} onClick={props.onCancel}>
          {fieldTexts.cancel}
        </Button>
        <Button size="xs" onMouseDown={keepFocus} onClick={props.onSave}>
          {fieldTexts.done}
        </Button>
      </div>
    </div>
  )
}

type PanelProps = {
  icon: LucideIcon
  label: string
  opened: boolean
  onChange: (isOpen: boolean) => void
  children: ReactNode
}

/** Escape closes the panel wherever the focus is: it enters the panel a moment after it opens. */
function PanelButton({ icon, label, opened, onChange, children }: PanelProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return
    event.stopPropagation()
    onChange(false)
  }
  return (
    <Popover width={330} position="bottom-start" trapFocus closeOnEscape={false} opened={opened} onChange={onChange}>
      <Popover.Target>
        <Tool icon={icon} label={label} onClick={() => onChange(!opened)} onKeyDown={onKeyDown} />
      </Popover.Target>
      <Popover.Dropdown onKeyDown={onKeyDown}>{children}</Popover.Dropdown>
    </Popover>
  )
}

type ToolProps = React.ComponentProps<typeof Button<'button'>> & { icon: LucideIcon; label: string }

function Tool({ icon: Icon, label, ...props }: ToolProps) {
  return (
    <Button
      {...props}
      size="compact-sm"
      variant="subtle"
      leftSection={<Icon size={15} aria-hidden />}
      onMouseDown={keepFocus}
    >
      {label}
    </Button>
  )
}
