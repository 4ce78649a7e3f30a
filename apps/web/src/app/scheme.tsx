import { shellTexts } from '@doslovno/texts/shell.ts'
import { ActionIcon, Menu, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Moon, Sun } from 'lucide-react'

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

/** The same switch as an item of the account menu, for phones. */
export function SchemeItem() {
  const { label, icon: Icon, toggle } = useOtherScheme()
  return (
    <Menu.Item leftSection={<Icon size={17} />} onClick={toggle} className={classes.smallOnly}>
      {label}
    </Menu.Item>
  )
}

function useOtherScheme() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return {
    label: isDark ? shellTexts.lightTheme : shellTexts.darkTheme,
    icon: isDark ? Sun : Moon,
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  }
}
