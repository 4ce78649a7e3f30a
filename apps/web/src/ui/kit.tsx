import {
  MantineProvider,
  type ActionIconProps,
  type ButtonProps,
  type CheckboxProps,
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type ModalProps,
  type PopoverProps,
  type RadioProps,
  type TooltipProps,
  type VariantColorsResolver,
} from '@mantine/core'
import type { ReactNode } from 'react'

import './mantine.css'
import './tokens.css'

/** The theme and the global styles. */
export function Kit({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}

const ink: MantineColorsTuple = [
  '#f3f0e9',
  '#e6e2d9',
  '#cfc9bd',
  '#b4ada0',
  '#928c81',
  '#716c62',
  '#57534b',
  '#3d3a34',
  '#2a2823',
  '#1c1a17',
]
const gray: MantineColorsTuple = [
  '#faf9f6',
  '#f3f1ec',
  '#e8e4dc',
  '#d3cdc2',
  '#b8b1a4',
  '#928c81',
  '#716c62',
  '#57534b',
  '#3d3a34',
  '#1c1a17',
]
const dark: MantineColorsTuple = [
  '#efede8',
  '#b9b6ae',
  '#96938b',
  '#5a5a62',
  '#3d3d44',
  '#2e2e33',
  '#232327',
  '#1b1b1e',
  '#141416',
  '#0e0e10',
]
const blue: MantineColorsTuple = [
  '#eaf0ff',
  '#d4dfff',
  '#a8bdfb',
  '#8fabff',
  '#6388ef',
  '#426ce2',
  '#2b55d6',
  '#2347b8',
  '#1c3a97',
  '#152d78',
]

/** Filled ink flips its text with the scheme; Mantine's autoContrast knows only the light shade. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const isInk = (input.color ?? input.theme.primaryColor) === 'ink'
  // The default hover is darker than its background.
  if (input.variant === 'subtle' && input.color === 'gray') return { ...colors, hover: 'var(--line)' }
  if (input.variant !== 'filled' || !isInk) return colors
  return {
    ...colors,
    background: 'var(--ink)',
    color: 'var(--on-ink)',
    hover: 'var(--ink-hover)',
    border: '1px solid transparent',
  }
}

/** Distance of popovers from the edge of the window. */
const EDGE = { padding: 8 }

const theme = createTheme({
  variantColorResolver,
  colors: { ink, gray, dark, blue },
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 0 },
  autoContrast: true,
  luminanceThreshold: 0.4,
  black: '#1c1a17',
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-sans)', fontWeight: '650' },
  defaultRadius: 'md',
  radius: { xs: '6px', sm: '8px', md: '10px', lg: '16px', xl: '24px' },
  fontSizes: { xs: '12.5px', sm: '14px', md: '15px', lg: '17px', xl: '20px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: defaults<ButtonProps>({ fw: 550 }),
    ActionIcon: defaults<ActionIconProps>({ variant: 'subtle', color: 'gray', size: 36 }),
    Checkbox: defaults<CheckboxProps>({ iconColor: 'var(--on-ink)', radius: 'xs' }),
    Radio: defaults<RadioProps>({ iconColor: 'var(--on-ink)' }),
    Tooltip: defaults<TooltipProps>({ openDelay: 350, withArrow: true, arrowSize: 6, fz: 'xs' }),
    Popover: defaults<PopoverProps>({
      offset: 8,
      radius: 'lg',
      shadow: 'lg',
      middlewares: { shift: EDGE, flip: EDGE },
    }),
    Modal: defaults<ModalProps>({
      centered: true,
      radius: 'lg',
      overlayProps: { backgroundOpacity: 0.4, blur: 3 },
      // Mantine renders a header landmark, of which a page should have one.
      attributes: { header: { role: 'presentation' } },
    }),
  },
})

const bridge = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--bad)',
}

/** Maps Mantine's variables to our tokens; Mantine injects its style after ours, so a stylesheet could not. */
const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: bridge, dark: bridge })

/** As `Component.extend` does, but without importing the component: the theme is part of every screen. */
function defaults<P>(defaultProps: Partial<P>) {
  return { defaultProps }
}
