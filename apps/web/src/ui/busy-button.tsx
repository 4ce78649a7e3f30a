import { Button, type ButtonProps, Loader } from '@mantine/core'

type Props = Omit<ButtonProps, 'loading' | 'disabled'> & {
  isBusy: boolean
  autoFocus?: boolean
  onClick: () => void
}

/** A button that keeps the focus while busy and ignores further presses. */
export function BusyButton({ isBusy, onClick, leftSection, ...props }: Props) {
  return (
    <Button
      {...props}
      aria-busy={isBusy}
      leftSection={isBusy ? <Loader size={16} color="currentColor" aria-hidden /> : leftSection}
      onClick={() => {
        if (!isBusy) onClick()
      }}
    />
  )
}
