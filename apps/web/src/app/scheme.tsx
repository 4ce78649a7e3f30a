import { ActionIcon, Tooltip } from '@mantine/core'

import { useOtherScheme } from './use-other-scheme.ts'

import classes from './shell.module.css'

export function SchemeButton() {
  const { label, icon: Icon, toggle } = useOtherScheme()
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={toggle} className={classes.scheme}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
