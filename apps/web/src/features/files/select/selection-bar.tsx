import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { selectTexts } from '@doslovno/texts/folders.ts'
import { ActionIcon, Button, type ButtonProps, Checkbox } from '@mantine/core'
import { CheckCheck, X } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'

import type { Selection } from './use-selection.ts'

import classes from './select.module.css'

type Props = { selection: Selection; count: number; among: readonly string[]; children: ReactNode }

/** Actions on the selected files. */
export function SelectionBar({ selection, count, among, children }: Props) {
  return (
    <div className={classes.bar} role="toolbar" aria-label={selectTexts.bar}>
      <span className={`${classes.count} num`} role="status">
        {selectTexts.count(count)}
      </span>
      {count < among.length && (
        <BarButton icon={<CheckCheck size={17} aria-hidden />} onClick={() => selection.take(among)}>
          {selectTexts.all}
        </BarButton>
      )}
      {count > 0 && children}
      <ActionIcon className={classes.close} aria-label={selectTexts.clear} onClick={selection.clear}>
        <X size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}

type ActionProps = Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps | 'children'> & {
  icon: ReactNode
  children: string
}

/** Shows only its icon on a phone. */
export function BarButton({ icon, children, ...props }: ActionProps) {
  return (
    <Button {...props} className={classes.action} variant="subtle" aria-label={children}>
      {icon}
      <span className={classes.label}>{children}</span>
    </Button>
  )
}

type PickProps = { script: ScriptSummary; among: readonly string[]; selection: Selection }

/** The box of a file; with Shift it selects all from the one clicked before. */
export function Pick({ script: { id, fileName }, among, selection }: PickProps) {
  return (
    <Checkbox
      className={classes.box}
      size="md"
      aria-label={selectTexts.pick(fileName)}
      checked={selection.ids.has(id)}
      onChange={({ nativeEvent }) =>
        selection.toggle(id, among, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}
