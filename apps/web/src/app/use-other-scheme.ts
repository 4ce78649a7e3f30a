import { shellTexts } from '@doslovno/texts/shell.ts'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Moon, Sun } from 'lucide-react'

export function useOtherScheme() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return {
    label: isDark ? shellTexts.lightTheme : shellTexts.darkTheme,
    icon: isDark ? Sun : Moon,
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  }
}
