import { Menu } from '@mantine/core'

import { useOtherScheme } from './use-other-scheme.ts'

import classes from './shell.module.css'

/** The switch of the scheme as an item of the account menu, for phones. */
export function SchemeItem() {
  const { label, icon: Icon, toggle } = useOtherScheme()
  return (
    <Menu.Item leftSection={<Icon size={17} />} onClick={toggle} className={classes.smallOnly}>
      {label}
    </Menu.Item>
  )
}
