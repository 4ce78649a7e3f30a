import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'

type Props = Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> &
  Pick<ActionIconProps, 'className' | 'loading'> & {
    icon: LucideIcon
    /** What it does, for the eye. */
    label: string
    /** With what it does so, for those who hear the buttons of a list one after another. */
    subject: string
  }

/** One of the small buttons beside a thing. */
export function IconAction({ icon: Icon, label, subject, ...props }: Props) {
  return (
    // What has opened from it says the same.
    <Tooltip label={label} disabled={props['aria-expanded'] === true}>
      <ActionIcon {...props} aria-label={`${label}: ${subject}`}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
