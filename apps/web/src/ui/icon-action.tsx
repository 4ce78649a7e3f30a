import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'

type Props = Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> &
  Pick<ActionIconProps, 'className' | 'loading'> & {
    icon: LucideIcon
    /** The visible name of the action. */
    label: string
    /** The object of the action: a screen reader hears the buttons of a list one after another. */
    subject: string
  }

/** A small icon button beside an item. */
export function IconAction({ icon: Icon, label, subject, ...props }: Props) {
  return (
    // An open popover carries the same label.
    <Tooltip label={label} disabled={props['aria-expanded'] === true}>
      <ActionIcon {...props} aria-label={`${label}: ${subject}`}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
